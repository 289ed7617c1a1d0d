/* SPDX-License-Identifier: MIT
 *
 * expr.c - precedence climbing.  In the branch of ?: that is not taken nothing is
 * computed, so that `n ? m / n : 0` holds for n = 0.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr.h"

#define MAX_DEPTH 64

enum operator{
	OP_MUL,
	OP_DIV,
	OP_MOD,
	OP_ADD,
	OP_SUB,
	OP_SHL,
	OP_SHR,
	OP_LE,
	OP_GE,
	OP_LT,
	OP_GT,
	OP_EQ,
	OP_NE,
	OP_CEIL_DIV,
	OP_ROUND_UP,
	OP_MIN,
	OP_MAX,
	OP_AND,
	OP_OR
};

/* Longer operators come before their prefixes. */
static const struct {
	const char *text;
	int precedence;
	enum operator op;
} operators[] = {
	{ "<<", 5, OP_SHL }, { ">>", 5, OP_SHR }, { "<=", 4, OP_LE },
	{ ">=", 4, OP_GE },  { "==", 3, OP_EQ },  { "!=", 3, OP_NE },
	{ "<", 4, OP_LT },   { ">", 4, OP_GT },   { "*", 7, OP_MUL },
	{ "/", 7, OP_DIV },  { "%", 7, OP_MOD },  { "+", 6, OP_ADD },
	{ "-", 6, OP_SUB },  { "&&", 2, OP_AND }, { "||", 1, OP_OR },
};

static const struct {
	const char *name;
	enum operator op;
} functions[] = { { "ceil_div", OP_CEIL_DIV },
		  { "round_up", OP_ROUND_UP },
		  { "min", OP_MIN },
		  { "max", OP_MAX } };

int aisp_reader_fail(struct aisp_reader *r, const char *fmt, ...)
{
	char what[200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (!*r->at)
		return aisp_err_set(r->err, "%.200s:%d: %s: %s, where the line ends",
				    r->file, r->line, r->tag, what);
	return aisp_err_set(r->err, "%.200s:%d: %s: %s, at '%.24s'", r->file, r->line,
			    r->tag, what, r->at);
}

static void skip_blanks(struct aisp_reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

bool aisp_reader_take(struct aisp_reader *r, const char *text)
{
	size_t n = strlen(text);

	skip_blanks(r);
	if (strncmp(r->at, text, n) != 0 ||
	    (is_name_char(text[n - 1]) && is_name_char(r->at[n])))
		return false;
	r->at += n;
	return true;
}

int aisp_reader_want(struct aisp_reader *r, const char *text)
{
	return aisp_reader_take(r, text) ? 0 : aisp_reader_fail(r, "want '%s'", text);
}

static int name_length(const char *s)
{
	int n = 0;

	if (isalpha((unsigned char)*s) || *s == '_' || *s == '$')
		while (is_name_char(s[n]))
			n++;
	return n;
}

int aisp_reader_name(struct aisp_reader *r, char *name, int size)
{
	int n;

	skip_blanks(r);
	n = name_length(r->at);
	if (!n)
		return aisp_reader_fail(r, "want a name");
	if (n >= size)
		return aisp_reader_fail(r, "a name of more than %d characters",
					size - 1);
	snprintf(name, (size_t)size, "%.*s", n, r->at);
	r->at += n;
	return 0;
}

static struct aisp_value integer(int64_t i)
{
	return (struct aisp_value){ .kind = AISP_VALUE_INTEGER, .integer = i };
}

static struct aisp_value real(double x)
{
	return (struct aisp_value){ .kind = AISP_VALUE_REAL, .real = x };
}

static double as_real(const struct aisp_value *v)
{
	return v->kind == AISP_VALUE_REAL ? v->real : (double)v->integer;
}

static int64_t floor_up(int64_t a, int64_t b)
{
	return a / b + (a % b > 0);
}

/* Returns false if the result does not fit, or has no value. */
static bool apply_integers(enum operator op, int64_t a, int64_t b, int64_t *c)
{
	bool is_division =
		op == OP_DIV || op == OP_MOD || op == OP_CEIL_DIV || op == OP_ROUND_UP;

	if ((is_division && (b <= 0 || a < 0)) ||
	    ((op == OP_SHL || op == OP_SHR) && (b < 0 || b > 62 || a < 0)))
		return false;
	switch (op) {
	case OP_MUL:
		return !__builtin_mul_overflow(a, b, c);
	case OP_ADD:
		return !__builtin_add_overflow(a, b, c);
	case OP_SUB:
		return !__builtin_sub_overflow(a, b, c);
	case OP_SHL:
		return !__builtin_mul_overflow(a, INT64_C(1) << b, c);
	case OP_ROUND_UP:
		return !__builtin_mul_overflow(floor_up(a, b), b, c);
	default:
		break;
	}
	*c = op == OP_DIV        ? a / b
	     : op == OP_MOD      ? a % b
	     : op == OP_SHR      ? a >> b
	     : op == OP_LE       ? a <= b
	     : op == OP_GE       ? a >= b
	     : op == OP_LT       ? a < b
	     : op == OP_GT       ? a > b
	     : op == OP_EQ       ? a == b
	     : op == OP_NE       ? a != b
	     : op == OP_AND      ? a && b
	     : op == OP_OR       ? a || b
	     : op == OP_CEIL_DIV ? floor_up(a, b)
	     : op == OP_MIN      ? (a < b ? a : b)
				 : (a > b ? a : b);
	return true;
}

static bool apply_reals(enum operator op, double a, double b, struct aisp_value *v)
{
	switch (op) {
	case OP_MUL:
		*v = real(a * b);
		return true;
	case OP_DIV:
		*v = real(a / b);
		return true;
	case OP_ADD:
		*v = real(a + b);
		return true;
	case OP_SUB:
		*v = real(a - b);
		return true;
	case OP_MIN:
		*v = real(fmin(a, b));
		return true;
	case OP_MAX:
		*v = real(fmax(a, b));
		return true;
	default:
		return false;
	}
}

static int apply(struct aisp_reader *r, enum operator op, struct aisp_value *a,
		 const struct aisp_value *b)
{
	bool is_moved = a->kind == AISP_VALUE_ADDRESS && b->kind == AISP_VALUE_INTEGER;
	int64_t left = a->integer; /* what overflows is written all the same */

	if (r->n_dead || !a->kind || !b->kind) {
		a->kind = AISP_VALUE_ANY;
		return 0;
	}
	if (a->kind > AISP_VALUE_REAL || b->kind > AISP_VALUE_REAL) {
		if (is_moved && (op == OP_ADD || op == OP_SUB) &&
		    apply_integers(op, a->integer, b->integer, &a->integer))
			return 0;
		return aisp_reader_fail(r, "only an address takes + and -, of bytes");
	}
	if (a->kind == AISP_VALUE_INTEGER && b->kind == AISP_VALUE_INTEGER) {
		if (apply_integers(op, left, b->integer, &a->integer))
			return 0;
		return aisp_reader_fail(
			r, "%" PRId64 " and %" PRId64 " have no result in 64 bits",
			left, b->integer);
	}
	if (apply_reals(op, as_real(a), as_real(b), a))
		return 0;
	return aisp_reader_fail(r, "no operation of real numbers");
}

static int read_binary(struct aisp_reader *r, int precedence, struct aisp_value *v);

static int read_number(struct aisp_reader *r, struct aisp_value *v)
{
	char *end;

	errno = 0;
	*v = integer(strtoll(r->at, &end, 0));
	if (*end == '.' || *end == 'e' || *end == 'E')
		*v = real(strtod(r->at, &end));
	if (errno || is_name_char(*end))
		return aisp_reader_fail(r, "no number of 64 bits");
	r->at = end;
	return 0;
}

static int read_call(struct aisp_reader *r, enum operator op, struct aisp_value *v)
{
	struct aisp_value b = { 0 };

	return aisp_reader_want(r, "(") || aisp_expr_read(r, v) ||
			       aisp_reader_want(r, ",") || aisp_expr_read(r, &b) ||
			       aisp_reader_want(r, ")") || apply(r, op, v, &b)
		       ? -1
		       : 0;
}

static int read_root(struct aisp_reader *r, struct aisp_value *v)
{
	if (aisp_reader_want(r, "(") || aisp_expr_read(r, v) ||
	    aisp_reader_want(r, ")"))
		return -1;
	if (!v->kind || r->n_dead)
		return 0;
	if (v->kind > AISP_VALUE_REAL || as_real(v) < 0)
		return aisp_reader_fail(r, "no square root");
	*v = real(sqrt(as_real(v)));
	return 0;
}

static int read_name(struct aisp_reader *r, struct aisp_value *v)
{
	int n = name_length(r->at);

	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (aisp_reader_take(r, functions[i].name))
			return read_call(r, functions[i].op, v);
	if (aisp_reader_take(r, "sqrt"))
		return read_root(r, v);
	if (!n)
		return aisp_reader_fail(r, "want a number or a name");
	if (!r->find(r->world, r->at, n, v))
		return aisp_reader_fail(r,
					"'%.*s' is no parameter, tensor or attribute",
					n > 60 ? 60 : n, r->at);
	r->at += n;
	return 0;
}

static int read_primary(struct aisp_reader *r, struct aisp_value *v)
{
	struct aisp_value zero = integer(0);

	skip_blanks(r);
	if (aisp_reader_take(r, "-")) {
		if (read_primary(r, v) || apply(r, OP_SUB, &zero, v))
			return -1;
		*v = zero;
		return 0;
	}
	if (aisp_reader_take(r, "("))
		return aisp_expr_read(r, v) || aisp_reader_want(r, ")") ? -1 : 0;
	return isdigit((unsigned char)*r->at) ? read_number(r, v) : read_name(r, v);
}

/* The next operator of at least that precedence; -1: none. >>> ends a launch's
 * configuration. */
static int next_operator(struct aisp_reader *r, int precedence)
{
	skip_blanks(r);
	if (!strncmp(r->at, ">>>", 3))
		return -1;
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (!strncmp(r->at, operators[i].text, strlen(operators[i].text)))
			return operators[i].precedence >= precedence ? (int)i : -1;
	return -1;
}

static int read_binary(struct aisp_reader *r, int precedence, struct aisp_value *v)
{
	int i;

	if (++r->depth > MAX_DEPTH)
		return aisp_reader_fail(r, "too deep");
	if (read_primary(r, v))
		return -1;
	while ((i = next_operator(r, precedence)) >= 0) {
		struct aisp_value b = { 0 };

		r->at += strlen(operators[i].text);
		if (read_binary(r, operators[i].precedence + 1, &b) ||
		    apply(r, operators[i].op, v, &b))
			return -1;
	}
	r->depth--;
	return 0;
}

static int read_branch(struct aisp_reader *r, bool is_taken, struct aisp_value *v)
{
	int rc;

	r->n_dead += !is_taken;
	rc = aisp_expr_read(r, v);
	r->n_dead -= !is_taken;
	return rc;
}

int aisp_expr_read(struct aisp_reader *r, struct aisp_value *v)
{
	struct aisp_value yes = { 0 }, no = { 0 };
	bool is_yes, is_known;

	if (++r->depth > MAX_DEPTH)
		return aisp_reader_fail(r, "too deep");
	if (read_binary(r, 0, v))
		return -1;
	if (aisp_reader_take(r, "?")) {
		if (v->kind > AISP_VALUE_INTEGER)
			return aisp_reader_fail(r, "the condition is no integer");
		is_known = v->kind;
		is_yes = is_known && v->integer;
		if (read_branch(r, is_yes, &yes) || aisp_reader_want(r, ":") ||
		    read_branch(r, is_known && !is_yes, &no))
			return -1;
		*v = is_yes ? yes : no;
	}
	r->depth--;
	return 0;
}

int aisp_expr_integer(struct aisp_reader *r, const char *what, int64_t low,
		      int64_t high, int64_t *value)
{
	struct aisp_value v = { 0 };

	if (aisp_expr_read(r, &v))
		return -1;
	*value = v.kind ? v.integer : low;
	if (v.kind > AISP_VALUE_INTEGER)
		return aisp_reader_fail(r, "%s is no integer", what);
	if (*value < low || *value > high)
		return aisp_reader_fail(
			r, "%s is %" PRId64 ", want %" PRId64 " to %" PRId64, what,
			*value, low, high);
	return 0;
}
