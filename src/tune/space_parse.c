/* SPDX-License-Identifier: MIT
 *
 * space_parse.c - a space from its text.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space.h"

struct parser {
	struct aisp_space *s;
	const char *file;
	int line;
	int constraint_line[AISP_SPACE_MAX_CONSTRAINTS];
	bool has_search;
	struct aisp_err *err;
};

__attribute__((format(printf, 2, 3))) static int fail(struct parser *p, const char *fmt,
						      ...)
{
	char what[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return aisp_err_usage(p->err, "%.150s:%d: %s", p->file, p->line, what);
}

static bool is_name(const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < n; i++)
		if (word[i] != '_' && !islower((unsigned char)word[i]) &&
		    (!i || !isdigit((unsigned char)word[i])))
			return false;
	return n > 0 && n < AISP_SPACE_MAX_NAME;
}

static int read_integer(struct parser *p, const char *word, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(word, &end, 10);
	if (end == word || *end || errno || *value > INT32_MAX || *value < -INT32_MAX)
		return fail(p, "'%.40s' is no integer below 2^31", word);
	return 0;
}

/* "parameter mr = 1 2 4" */
static int add_value(struct parser *p, struct aisp_space_param *to, const char *word)
{
	int64_t value;

	if (read_integer(p, word, &value))
		return -1;
	for (int i = 0; i < to->n; i++)
		if (to->value[i] == value)
			return fail(p, "%s has %" PRId64 " twice", to->name, value);
	if (to->n == AISP_SPACE_MAX_VALUES)
		return fail(p, "%s has more than %d values", to->name,
			    AISP_SPACE_MAX_VALUES);
	to->value[to->n++] = value;
	return 0;
}

static int read_param(struct parser *p, char **rest)
{
	struct aisp_space *s = p->s;
	struct aisp_space_param *to = &s->param[s->n_params];
	const char *name = strtok_r(NULL, " \t", rest), *word;

	if (s->n_params == AISP_SPACE_MAX_PARAMS)
		return fail(p, "more than %d parameters", AISP_SPACE_MAX_PARAMS);
	if (!name || !is_name(name))
		return fail(p,
			    "'%.40s' is no parameter's name: want lower-case letters, "
			    "digits and '_', fewer than %d",
			    name ? name : "", AISP_SPACE_MAX_NAME);
	if (aisp_space_find_param(s, name) >= 0)
		return fail(p, "parameter %s stands here twice", name);
	word = strtok_r(NULL, " \t", rest);
	if (!word || strcmp(word, "=") != 0)
		return fail(p, "want 'parameter %s = VALUE ...'", name);
	memset(to, 0, sizeof(*to));
	memcpy(to->name, name, strlen(name) + 1);
	while ((word = strtok_r(NULL, " \t", rest)))
		if (add_value(p, to, word))
			return -1;
	if (!to->n)
		return fail(p, "parameter %s has no value", to->name);
	s->n_params++;
	return 0;
}

static int read_constraint(struct parser *p, const char *rest)
{
	struct aisp_space *s = p->s;

	rest += strspn(rest, " \t");
	if (s->n_constraints == AISP_SPACE_MAX_CONSTRAINTS)
		return fail(p, "more than %d constraints", AISP_SPACE_MAX_CONSTRAINTS);
	if (!*rest || strlen(rest) >= AISP_SPACE_MAX_LINE)
		return fail(p,
			    "want a constraint of fewer than %d characters, as "
			    "'constraint mr * nr <= 96'",
			    AISP_SPACE_MAX_LINE);
	p->constraint_line[s->n_constraints] = p->line;
	memcpy(s->constraint[s->n_constraints++], rest, strlen(rest) + 1);
	return 0;
}

/* Ascending by name, so that sizes can be compared. */
static int add_to_size(struct parser *p, struct aisp_space_size *z, char *word)
{
	char *equals = strchr(word, '=');
	int64_t value;
	int i = 0;

	if (equals)
		*equals = '\0';
	if (!equals || !is_name(word))
		return fail(p, "'%.40s' is no NAME=VALUE of a size", word);
	if (read_integer(p, equals + 1, &value))
		return -1;
	while (i < z->n && strcmp(z->name[i], word) < 0)
		i++;
	if (i < z->n && !strcmp(z->name[i], word))
		return fail(p, "%s stands in this size twice", word);
	if (z->n == AISP_SPACE_MAX_PARAMS)
		return fail(p, "a size of more than %d parameters",
			    AISP_SPACE_MAX_PARAMS);
	memmove(z->name[i + 1], z->name[i], (size_t)(z->n - i) * sizeof(z->name[0]));
	memmove(&z->value[i + 1], &z->value[i],
		(size_t)(z->n - i) * sizeof(z->value[0]));
	memset(z->name[i], 0, sizeof(z->name[i]));
	memcpy(z->name[i], word, strlen(word));
	z->value[i] = value;
	z->n++;
	return 0;
}

/* size[0] is the search's, wherever it stands in the file. */
static int read_size(struct parser *p, char **rest, bool is_search)
{
	struct aisp_space *s = p->s;
	struct aisp_space_size z = { .n = 0 };
	char *word;

	while ((word = strtok_r(NULL, " \t", rest)))
		if (add_to_size(p, &z, word))
			return -1;
	if (!z.n)
		return fail(p, "want NAME=VALUE of the workload's parameters");
	if (is_search && p->has_search)
		return fail(p, "a second 'search': one size is searched at");
	if (!is_search && s->n_sizes == AISP_SPACE_MAX_SIZES)
		return fail(p, "more than %d 'final' sizes", AISP_SPACE_MAX_SIZES - 1);
	s->size[is_search ? 0 : s->n_sizes++] = z;
	p->has_search |= is_search;
	return 0;
}

static int read_line(struct parser *p, char *line)
{
	char *rest = NULL, *word;

	line[strcspn(line, "#\r")] = '\0';
	word = strtok_r(line, " \t", &rest);
	if (!word)
		return 0;
	if (!strcmp(word, "parameter"))
		return read_param(p, &rest);
	if (!strcmp(word, "constraint"))
		return read_constraint(p, rest ? rest : "");
	if (!strcmp(word, "search") || !strcmp(word, "final"))
		return read_size(p, &rest, *word == 's');
	return fail(p, "'%.40s': want parameter, constraint, search or final", word);
}

static bool is_same_size(const struct aisp_space_size *a,
			 const struct aisp_space_size *b)
{
	for (int i = 0; i < a->n; i++)
		if (i >= b->n || a->value[i] != b->value[i] ||
		    strcmp(a->name[i], b->name[i]) != 0)
			return false;
	return a->n == b->n;
}

/* A winner is judged at sizes that did not choose any candidate. */
static int check_sizes(struct parser *p)
{
	const struct aisp_space *s = p->s;

	p->line = 1;
	if (!s->n_params)
		return fail(p, "no parameter: want 'parameter NAME = VALUE ...'");
	if (!p->has_search)
		return fail(p, "no size to search at: want 'search NAME=VALUE ...'");
	if (s->n_sizes < 2)
		return fail(p, "no size is kept from the search: want 'final "
			       "NAME=VALUE ...', with other values");
	for (int i = 0; i < s->n_sizes; i++)
		for (int k = 0; k < i; k++)
			if (is_same_size(&s->size[i], &s->size[k]))
				return fail(p,
					    "a 'final' size is that of %s: it must "
					    "be one that is used nowhere else",
					    k ? "another one" : "the search");
	return 0;
}

static int count_points(struct parser *p)
{
	struct aisp_space *s = p->s;

	s->n_points = 1;
	for (int i = 0; i < s->n_params; i++) {
		if (s->n_points > AISP_SPACE_MAX_POINTS / s->param[i].n)
			return fail(p, "more than %d points; leave out values",
				    AISP_SPACE_MAX_POINTS);
		s->n_points *= s->param[i].n;
	}
	return 0;
}

static int read_lines(struct parser *p, char *text)
{
	for (char *line = text, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		p->line++;
		if (read_line(p, line))
			return -1;
	}
	return check_sizes(p) || count_points(p) ? -1 : 0;
}

int aisp_space_parse(struct aisp_space *s, const char *text, const char *file,
		     struct aisp_err *err)
{
	struct parser p = { .s = s, .file = file, .err = err };
	char *copy = strdup(text);
	int rc;

	memset(s, 0, sizeof(*s));
	s->n_sizes = 1;
	if (!copy)
		return aisp_err_set(err, "out of memory");
	rc = read_lines(&p, copy);
	free(copy);
	if (!rc)
		rc = aisp_space_mark_feasible(s, p.constraint_line, file, err);
	if (rc)
		aisp_space_release(s);
	return rc;
}
