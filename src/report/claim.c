/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claim.h"

const char *aisp_claim_state_name(enum aisp_claim_state s)
{
	static const char *const names[AISP_N_CLAIM_STATES] = {
		"holds",   "not measured",  "undecided",
		"invalid", "does not hold", "malformed",
	};

	return names[s];
}

static int parse_op(enum aisp_claim_op *op, const char *word)
{
	static const char *const ops[] = { ">=", ">", "<=", "<" };

	for (int i = 0; i < 4; i++)
		if (!strcmp(word, ops[i])) {
			*op = (enum aisp_claim_op)i;
			return 0;
		}
	return -1;
}

/* How many of the figure's own units a `unit` is; 0: it is no unit of that figure. */
static double scale_of(const char *unit, const char *own)
{
	static const struct {
		const char *unit, *own;
		double scale;
	} scales[] = {
		{ "", "x", 1 },     { "us", "ns", 1e3 }, { "ms", "ns", 1e6 },
		{ "s", "ns", 1e9 }, { "%", "", 0.01 },
	};

	if (!strcmp(unit, own))
		return 1;
	for (size_t i = 0; i < sizeof(scales) / sizeof(*scales); i++)
		if (!strcmp(unit, scales[i].unit) && !strcmp(own, scales[i].own))
			return scales[i].scale;
	return 0;
}

static int parse_bound(struct aisp_claim *c, const char *number, const char *unit,
		       struct aisp_err *err)
{
	const char *own = aisp_quantity_kinds[c->figure].unit;
	char *end;
	double scale;

	c->bound = strtod(number, &end);
	if (end == number || !isfinite(c->bound) || c->bound < 0)
		return aisp_err_set(err, "'%.40s' is no bound", number);
	if (*end && *unit)
		return aisp_err_set(err, "'%.40s %.40s' has two units", number, unit);
	unit = *end ? end : unit;
	scale = scale_of(unit, own);
	if (!(scale > 0) && !*unit)
		return aisp_err_set(err, "'%.40s': %s wants a unit, such as %s", number,
				    aisp_quantity_kinds[c->figure].name, own);
	if (!(scale > 0))
		return aisp_err_set(err, "'%.40s' is no unit of %s, which has %s", unit,
				    aisp_quantity_kinds[c->figure].name,
				    *own ? own : "%, or none");
	c->bound *= scale;
	return 0;
}

static int parse_over(struct aisp_claim *c, const char *word, struct aisp_err *err)
{
	for (int k = 0; k < AISP_N_KINDS; k++)
		if (!strcmp(word, aisp_kind_name((enum aisp_kind_of_arm)k))) {
			c->over = (enum aisp_kind_of_arm)k;
			return 0;
		}
	return aisp_err_set(err, "'%.40s' is no class of a baseline", word);
}

/* Splits text into at most n words; the rest are empty.  Returns their number. */
static int split(char *text, const char **words, int n)
{
	char *save = NULL;
	int found = 0;

	for (int i = 0; i < n; i++)
		words[i] = "";
	for (char *w = strtok_r(text, " \t\r\n", &save); w;
	     w = strtok_r(NULL, " \t\r\n", &save)) {
		if (found < n)
			words[found] = w;
		found++;
	}
	return found;
}

static int parse_words(struct aisp_claim *c, const char **w, int n,
		       struct aisp_err *err)
{
	int has_over = (n == 6 || n == 7) && !strcmp(w[n - 2], "over");
	int n_core = has_over ? n - 2 : n;

	if (n_core < 4 || n_core > 5)
		return aisp_err_set(err, "want TARGET FIGURE OPERATOR BOUND "
					 "[over CLASS]");
	if (!strchr(w[0], ':'))
		return aisp_err_set(err, "'%.100s' is no target such as ch07:transpose",
				    w[0]);
	c->figure = aisp_quantity_find(w[1]);
	if (c->figure == AISP_N_QUANTITIES)
		return aisp_err_set(err, "'%.40s' is no figure of a result", w[1]);
	if (parse_op(&c->op, w[2]))
		return aisp_err_set(err, "'%.40s' is none of >= > <= <", w[2]);
	if (has_over && parse_over(c, w[n - 1], err))
		return -1;
	snprintf(c->target, sizeof(c->target), "%s", w[0]);
	return parse_bound(c, w[3], n_core == 5 ? w[4] : "", err);
}

int aisp_claim_parse(struct aisp_claim *c, const char *text, struct aisp_err *err)
{
	char *copy = strdup(text);
	const char *words[7];
	int rc;

	*c = (struct aisp_claim){ .over = AISP_N_KINDS };
	if (!copy)
		return aisp_err_set(err, "out of memory");
	rc = strlen(text) >= sizeof(c->target)
		     ? aisp_err_set(err, "too long")
		     : parse_words(c, words, split(copy, words, 7), err);
	free(copy);
	return rc;
}

/* Is x on the right side of the bound? */
static bool is_met(const struct aisp_claim *c, double x)
{
	switch (c->op) {
	case AISP_CLAIM_GE:
		return x >= c->bound;
	case AISP_CLAIM_GT:
		return x > c->bound;
	case AISP_CLAIM_LE:
		return x <= c->bound;
	default:
		return x < c->bound;
	}
}

enum aisp_claim_state aisp_claim_judge(const struct aisp_claim *c,
				       const struct aisp_quantity *q)
{
	bool has_interval = !isnan(q->lo) && !isnan(q->hi);
	bool lo = is_met(c, has_interval ? q->lo : q->value);
	bool hi = is_met(c, has_interval ? q->hi : q->value);

	if (isnan(q->value))
		return AISP_CLAIM_NOT_MEASURED;
	if (lo != hi)
		return AISP_CLAIM_UNDECIDED;
	return lo ? AISP_CLAIM_HOLDS : AISP_CLAIM_FAILS;
}
