/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/margin.h"
#include "base/stats.h"
#include "compare.h"
#include "expect.h"

/* The values of one side for one experiment, as they go into the statistics. */
struct sample {
	int n, n_runs;
	double *speedup, *time, *base; /* logarithms, a launch each; one block */
	int *run;                      /* which run a launch is of, from 0 */
	double margin;
	const json_t *last; /* the last row with figures */
	const char *note;   /* why the last row without has none, or NULL */
};

static void release(struct sample *s)
{
	free(s->speedup);
	free(s->run);
}

static int is_same(const json_t *a, const json_t *b)
{
	static const char *const identity[] = { "target", "params", "distribution",
						"baseline" };

	for (size_t i = 0; i < sizeof(identity) / sizeof(*identity); i++)
		if (strcmp(aisp_field_text(a, identity[i]),
			   aisp_field_text(b, identity[i])) != 0)
			return 0;
	return 1;
}

static size_t count_launches(const json_t *rows, const json_t *like)
{
	const json_t *row;
	size_t i, n = 0;

	json_array_foreach(rows, i, row)
		if (is_same(row, like))
			n += json_array_size(json_object_get(row, "launches_ns"));
	return n;
}

static void add_row(struct sample *s, const json_t *row)
{
	const json_t *opt = json_object_get(row, "launches_ns");
	const json_t *base = json_object_get(row, "baseline_launches_ns");
	size_t n = json_array_size(opt);

	if (!(aisp_field_number(row, "speedup") > 0)) {
		s->note = aisp_field_text(row, "note");
		return;
	}
	for (size_t i = 0; i < n; i++) {
		s->base[s->n] = log(aisp_element_number(base, i));
		s->time[s->n] = log(aisp_element_number(opt, i));
		s->speedup[s->n] = s->base[s->n] - s->time[s->n];
		s->run[s->n++] = s->n_runs;
	}
	s->n_runs++;
	s->margin = fmax(s->margin, aisp_field_number(row, "margin"));
	s->last = row;
}

static int gather(struct sample *s, const json_t *rows, const json_t *like)
{
	size_t n = count_launches(rows, like), i;
	const json_t *row;

	s->speedup = calloc(3 * n + 1, sizeof(*s->speedup));
	s->run = calloc(n + 1, sizeof(*s->run));
	if (!s->speedup || !s->run)
		return -1;
	s->time = s->speedup + n;
	s->base = s->time + n;
	json_array_foreach(rows, i, row)
		if (is_same(row, like))
			add_row(s, row);
	return 0;
}

/* Replace x, a launch each, by the means of the runs; how many. */
static int means_of_runs(const struct sample *s, double *x)
{
	int n = 0;

	for (int i = 0, j; i < s->n; i = j) {
		for (j = i; j < s->n && s->run[j] == s->run[i]; j++)
			;
		x[n++] = aisp_mean(x + i, j - i);
	}
	return n;
}

/* The judge's rule, on an interval. */
static const char *verdict_of(double lo, double hi, double margin, char why[128])
{
	double edge = 1 + margin;

	if (lo > edge)
		return "FASTER";
	if (hi < 1 / edge)
		return "SLOWER";
	if (!(lo > 1 / edge && hi < edge))
		return "INCONCLUSIVE";
	if (margin <= AISP_MARGIN_MAX)
		return "SAME";
	snprintf(why, 128, "margin of %.3g %% is too wide to call anything SAME",
		 100 * margin);
	return "INCONCLUSIVE";
}

/* The rank-sum test has the last word on a difference. */
static const char *confirm(const char *verdict, const double *a, int n_a,
			   const double *b, int n_b, double alpha, char why[128])
{
	struct aisp_rank_sum r = aisp_rank_sum(a, n_a, b, n_b);
	int is_faster = !strcmp(verdict, "FASTER");

	if (!is_faster && strcmp(verdict, "SLOWER") != 0)
		return verdict;
	if ((is_faster ? r.above > 0.5 : r.above < 0.5) && r.p <= fmax(alpha, r.p_min))
		return verdict;
	snprintf(why, 128,
		 "the t interval says %s, the rank-sum test does not (p = %.2g)",
		 verdict, r.p);
	return "INCONCLUSIVE";
}

static json_t *both(double a, double b)
{
	return json_pack("[oo]", aisp_number_json(a), aisp_number_json(b));
}

static int is_same_text(const struct sample *a, const struct sample *b,
			const char *name)
{
	const char *s = aisp_field_text(a->last, name);

	return *s && !strcmp(s, aisp_field_text(b->last, name));
}

static json_t *row_json(const json_t *like)
{
	return json_pack("{sO sO sO}", "target", json_object_get(like, "target"),
			 "params", json_object_get(like, "params"), "distribution",
			 json_object_get(like, "distribution"));
}

/* What both kinds of comparison say of the two sides. */
static void describe(json_t *row, const struct sample *a, const struct sample *b)
{
	json_object_set_new(row, "margin",
			    aisp_number_json(fmax(a->margin, b->margin)));
	json_object_set_new(row, "runs", json_pack("[ii]", a->n_runs, b->n_runs));
	json_object_set_new(row, "speedup",
			    both(exp(aisp_mean(a->speedup, a->n)),
				 exp(aisp_mean(b->speedup, b->n))));
	json_object_set_new(
		row, "time_ns",
		both(exp(aisp_mean(a->time, a->n)), exp(aisp_mean(b->time, b->n))));
	json_object_set_new(
		row, "baseline_ns",
		both(exp(aisp_mean(a->base, a->n)), exp(aisp_mean(b->base, b->n))));
	json_object_set_new(row, "is_same_object",
			    json_boolean(is_same_text(a, b, "variant")));
	json_object_set_new(row, "is_same_machine",
			    json_boolean(is_same_text(a, b, "fingerprint")));
}

static void say(json_t *row, const char *verdict, const char *why)
{
	json_object_set_new(row, "verdict", json_string(verdict));
	json_object_set_new(row, "why", *why ? json_string(why) : json_null());
}

/* Logarithms of which more is better, in place; the sides' own values are lost. */
static void decide(json_t *row, const struct sample *a, const struct sample *b,
		   const struct aisp_compare_rule *rule)
{
	int is_machine = json_is_true(json_object_get(row, "is_same_machine"));
	const char *metric = rule->metric ? rule->metric
			     : is_machine ? "speedup"
					  : "time";
	int is_time = !strcmp(metric, "time"), n_a = a->n, n_b = b->n;
	int is_by_run =
		a->n_runs >= AISP_COMPARE_RUNS && b->n_runs >= AISP_COMPARE_RUNS;
	double *x = is_time ? a->time : a->speedup, *y = is_time ? b->time : b->speedup;
	double margin = fmax(a->margin, b->margin), sign = is_time ? -1 : 1;
	struct aisp_interval ci;
	const char *verdict;
	char why[128] = "";

	if (is_by_run) {
		n_a = means_of_runs(a, x);
		n_b = means_of_runs(b, y);
	}
	for (int i = 0; i < n_a; i++)
		x[i] *= sign;
	for (int i = 0; i < n_b; i++)
		y[i] *= sign;
	ci = aisp_welch_interval(x, n_a, y, n_b, 1 - rule->alpha);
	verdict = verdict_of(exp(ci.lo), exp(ci.hi), margin, why);
	verdict = confirm(verdict, x, n_a, y, n_b, rule->alpha, why);
	say(row, verdict, why);
	json_object_set_new(row, "metric", json_string(metric));
	json_object_set_new(row, "unit", json_string(is_by_run ? "run" : "launch"));
	json_object_set_new(
		row, "ratio",
		aisp_number_json(exp(aisp_mean(y, n_b) - aisp_mean(x, n_a))));
	json_object_set_new(row, "ratio_ci", both(exp(ci.lo), exp(ci.hi)));
	json_object_set_new(row, "confidence", json_real(1 - rule->alpha));
	json_object_set_new(row, "n", json_pack("[ii]", n_a, n_b));
}

/* "INVALID: ..." where a side has no figures.  1 if it has. */
static int has_figures(json_t *row, const struct sample *a, const struct sample *b)
{
	const struct sample *poor = a->n ? b : a;

	if (a->n && b->n)
		return 1;
	if (poor->note && !strncmp(poor->note, AISP_JUDGED_BY_SCORE,
				   sizeof(AISP_JUDGED_BY_SCORE) - 1)) {
		say(row, "NOT-COMPARED", poor->note);
		return 0;
	}
	say(row, "INVALID", poor->note ? poor->note : "no launches");
	return 0;
}

/* Was an earlier row of the list the same experiment? */
static int is_repeated(const json_t *rows, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_same(json_array_get(rows, k), json_array_get(rows, i)))
			return 1;
	return 0;
}

static int is_in(const json_t *rows, const json_t *like)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
		if (is_same(row, like))
			return 1;
	return 0;
}

/* Medians of the variant in each run, those of side a and then those of b. */
static json_t *times_of_runs(struct sample *a, struct sample *b)
{
	json_t *lists = json_pack("[[][]]");
	struct sample *const sides[] = { a, b };

	for (size_t i = 0; i < 2; i++) {
		int n = means_of_runs(sides[i], sides[i]->time);

		for (int k = 0; k < n; k++)
			json_array_append_new(json_array_get(lists, i),
					      aisp_number_json(exp(sides[i]->time[k])));
	}
	return lists;
}

/* One experiment; rule is NULL for pairs.  NULL without memory. */
static json_t *compare_one(const json_t *a, const json_t *b, const json_t *like,
			   const struct aisp_compare_rule *rule)
{
	struct sample x = { 0 }, y = { 0 };
	json_t *row = row_json(like);

	if (gather(&x, a, like) || gather(&y, b, like)) {
		json_decref(row);
		row = NULL;
	} else if (has_figures(row, &x, &y)) {
		describe(row, &x, &y);
		if (rule)
			decide(row, &x, &y, rule);
		else
			json_object_set_new(row, "pairs_ns", times_of_runs(&x, &y));
	}
	release(&x);
	release(&y);
	return row;
}

/* Every experiment that both have; rows of x and y are what goes into it. */
static json_t *compare(const json_t *a, const json_t *b, const json_t *x,
		       const json_t *y, const struct aisp_compare_rule *rule)
{
	json_t *list = json_array(), *row;
	const json_t *like;
	size_t i;

	json_array_foreach(a, i, like) {
		if (is_repeated(a, i) || !is_in(b, like))
			continue;
		row = compare_one(x, y, like, rule);
		if (!row) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, row);
	}
	return list;
}

json_t *aisp_compare_rows(const json_t *a, const json_t *b,
			  const struct aisp_compare_rule *rule)
{
	return compare(a, b, a, b, rule);
}

static int has_speedup(const json_t *row)
{
	return aisp_field_number(row, "speedup") > 0;
}

static const json_t *partner(const json_t *rows, const json_t *like)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row)
		if (is_same(row, like) && json_equal(json_object_get(row, "run"),
						     json_object_get(like, "run")))
			return row;
	return NULL;
}

/* Of one experiment: pairs of which a side has no figures, and why. */
static void say_left_out(json_t *row, const json_t *a, const json_t *b)
{
	const char *note = "";
	const json_t *one;
	int n = 0;
	size_t i;

	json_array_foreach(a, i, one) {
		const json_t *other = partner(b, one);

		if (strcmp(aisp_field_text(one, "target"),
			   aisp_field_text(row, "target")) != 0 ||
		    strcmp(aisp_field_text(one, "params"),
			   aisp_field_text(row, "params")) != 0 ||
		    (has_speedup(one) && has_speedup(other)))
			continue;
		note = aisp_field_text(has_speedup(one) ? other : one, "note");
		n++;
	}
	json_object_set_new(row, "n_left_out", json_integer(n));
	if (n)
		json_object_set_new(row, "left_out_why", json_string(note));
}

json_t *aisp_compare_pairs(const json_t *a, const json_t *b)
{
	json_t *x = json_array(), *y = json_array(), *row, *list;
	size_t i;

	json_array_foreach(a, i, row) {
		const json_t *other = partner(b, row);

		if (!has_speedup(row) || !has_speedup(other))
			continue;
		json_array_append(x, row);
		json_array_append(y, (json_t *)other);
	}
	list = compare(a, b, x, y, NULL);
	json_array_foreach(list, i, row)
		say_left_out(row, a, b);
	json_decref(x);
	json_decref(y);
	return list;
}
