/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/stats.h"
#include "compare.h"

/* The values of one side for one experiment, as they go into the statistics. */
struct sample {
	int n, n_runs;
	/* Logarithms, one per launch, in one allocation. */
	double *speedup, *time, *base;
	int *run; /* number of each launch's run, from 0 */
	double margin;
	const struct aisp_history_row *last; /* the last row with figures */
	const struct aisp_history_row *poor; /* the last row without, or NULL */
};

/* Makes room for every launch of the experiment.  Returns 0, or -1 without memory. */
static int make_room(struct sample *s, const struct aisp_history_rows *rows,
		     const struct aisp_history_row *like, struct aisp_arena *a)
{
	size_t n = 0;

	for (int i = 0; i < rows->n; i++)
		if (aisp_history_is_same(rows->at[i], like))
			n += (size_t)rows->at[i]->launches_ns.n;
	s->speedup = aisp_arena_take(a, 3 * n, sizeof(*s->speedup));
	s->run = aisp_arena_take(a, n, sizeof(*s->run));
	if (!s->speedup || !s->run)
		return -1;
	s->time = s->speedup + n;
	s->base = s->time + n;
	return 0;
}

static bool has_speedup(const struct aisp_history_row *row)
{
	return row && row->speedup > 0;
}

static void add_row(struct sample *s, const struct aisp_history_row *row)
{
	if (!has_speedup(row)) {
		s->poor = row;
		return;
	}
	for (int i = 0; i < row->launches_ns.n; i++) {
		s->base[s->n] = log(row->baseline_launches_ns.at[i]);
		s->time[s->n] = log(row->launches_ns.at[i]);
		s->speedup[s->n] = s->base[s->n] - s->time[s->n];
		s->run[s->n++] = s->n_runs;
	}
	s->n_runs++;
	s->margin = fmax(s->margin, row->margin);
	s->last = row;
}

static void gather(struct sample *s, const struct aisp_history_rows *rows,
		   const struct aisp_history_row *like)
{
	for (int i = 0; i < rows->n; i++)
		if (aisp_history_is_same(rows->at[i], like))
			add_row(s, rows->at[i]);
}

static const struct aisp_history_row *partner(const struct aisp_history_rows *rows,
					      const struct aisp_history_row *like)
{
	for (int i = 0; i < rows->n; i++)
		if (rows->at[i]->run == like->run &&
		    aisp_history_is_same(rows->at[i], like))
			return rows->at[i];
	return NULL;
}

static bool has_launches(const struct aisp_history_row *row)
{
	return has_speedup(row) && row->launches_ns.n;
}

/* Takes only complete pairs; counts the others. */
static void gather_pairs(struct aisp_compared_row *row, struct sample s[2],
			 const struct aisp_history_rows *a,
			 const struct aisp_history_rows *b)
{
	for (int i = 0; i < a->n; i++) {
		const struct aisp_history_row *one = a->at[i], *other;

		if (!aisp_history_is_same(one, row->of))
			continue;
		other = partner(b, one);
		if (has_launches(one) && has_launches(other)) {
			add_row(&s[0], one);
			add_row(&s[1], other);
			continue;
		}
		row->n_left_out++;
		if (has_launches(one))
			row->left_out_why = other ? other->note : "";
		else
			row->left_out_why = one->note;
	}
}

/* Replaces x, one value per launch, by the means of the runs; returns their number. */
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

static enum aisp_word verdict_of(struct aisp_compared_row *row)
{
	bool is_too_wide;
	enum aisp_word word = aisp_word_of_interval(row->ratio_ci[0], row->ratio_ci[1],
						    row->margin, &is_too_wide);

	if (is_too_wide)
		snprintf(row->why, sizeof(row->why),
			 "margin of %.3g %% is too wide to call anything SAME",
			 100 * row->margin);
	return word;
}

/* A difference also needs the rank-sum test. */
static enum aisp_word confirm(struct aisp_compared_row *row, enum aisp_word verdict,
			      const double *a, const double *b, double alpha)
{
	struct aisp_rank_sum r = aisp_rank_sum(a, row->n[0], b, row->n[1]);
	bool is_faster = verdict == AISP_WORD_FASTER;

	if (!is_faster && verdict != AISP_WORD_SLOWER)
		return verdict;
	if ((is_faster ? r.above > 0.5 : r.above < 0.5) && r.p <= fmax(alpha, r.p_min))
		return verdict;
	snprintf(row->why, sizeof(row->why),
		 "the t interval says %s, the rank-sum test does not (p = %.2g)",
		 aisp_word_name(verdict), r.p);
	return AISP_WORD_INCONCLUSIVE;
}

static bool is_same_text(const char *a, const char *b)
{
	return *a && !strcmp(a, b);
}

/* Sets the members that both kinds of comparison share. */
static void describe(struct aisp_compared_row *row, const struct sample s[2])
{
	const struct aisp_history_row *a = s[0].last, *b = s[1].last;

	row->has_figures = true;
	row->margin = fmax(s[0].margin, s[1].margin);
	row->is_same_object = is_same_text(a->variant, b->variant);
	row->is_same_machine = is_same_text(a->fingerprint, b->fingerprint);
	row->is_other_baseline = *a->baseline_object && *b->baseline_object &&
				 strcmp(a->baseline_object, b->baseline_object) != 0;
	for (int i = 0; i < 2; i++) {
		row->n_runs[i] = s[i].n_runs;
		row->speedup[i] = exp(aisp_mean(s[i].speedup, s[i].n));
		row->time_ns[i] = exp(aisp_mean(s[i].time, s[i].n));
		row->baseline_ns[i] = exp(aisp_mean(s[i].base, s[i].n));
	}
}

/* Over another baseline a speedup may change although the variant's time does not. */
static void doubt_baseline(struct aisp_compared_row *row)
{
	double times = row->time_ns[0] / row->time_ns[1];
	bool agrees = row->verdict == AISP_WORD_FASTER ? times > 1 + row->margin
						       : times < 1 / (1 + row->margin);

	if (!row->is_other_baseline || row->metric != AISP_HISTORY_SPEEDUP ||
	    (row->verdict != AISP_WORD_FASTER && row->verdict != AISP_WORD_SLOWER) ||
	    agrees)
		return;
	snprintf(row->why, sizeof(row->why),
		 "the speedup says %s, but it is over another baseline, and the "
		 "variant's own time says %.4gx",
		 aisp_word_name(row->verdict), times);
	row->verdict = AISP_WORD_INCONCLUSIVE;
}

/* Decides from logarithms (more is better), in place: the sides' values are lost. */
static void decide(struct aisp_compared_row *row, const struct sample s[2],
		   const struct aisp_compare_rule *rule)
{
	bool is_time = rule->metric == AISP_HISTORY_TIME ||
		       (rule->metric != AISP_HISTORY_SPEEDUP && !row->is_same_machine);
	bool is_by_run =
		s[0].n_runs >= AISP_COMPARE_RUNS && s[1].n_runs >= AISP_COMPARE_RUNS;
	double *x[2], confidence = 1 - rule->alpha;
	struct aisp_interval ci;

	row->metric = is_time ? AISP_HISTORY_TIME : AISP_HISTORY_SPEEDUP;
	row->unit = is_by_run ? AISP_COMPARED_RUNS : AISP_COMPARED_LAUNCHES;
	for (int i = 0; i < 2; i++) {
		x[i] = is_time ? s[i].time : s[i].speedup;
		row->n[i] = is_by_run ? means_of_runs(&s[i], x[i]) : s[i].n;
		for (int k = 0; k < row->n[i]; k++)
			x[i][k] *= is_time ? -1 : 1;
	}
	ci = aisp_welch_interval(x[0], row->n[0], x[1], row->n[1], confidence);
	row->ratio_ci[0] = exp(ci.lo);
	row->ratio_ci[1] = exp(ci.hi);
	row->ratio = exp(aisp_mean(x[1], row->n[1]) - aisp_mean(x[0], row->n[0]));
	row->confidence = confidence;
	row->verdict = confirm(row, verdict_of(row), x[0], x[1], rule->alpha);
	doubt_baseline(row);
}

/* Says why there is nothing to compare. */
static void say_poor(struct aisp_compared_row *row, const struct sample s[2])
{
	const struct aisp_history_row *poor = s[s[0].n ? 1 : 0].poor;

	row->verdict = poor && *poor->score ? AISP_WORD_NONE : AISP_WORD_INVALID;
	snprintf(row->why, sizeof(row->why), "%s", poor ? poor->note : "no launches");
}

/* Stores the medians of the variant in each run in place of the launches. */
static void pair_times(struct aisp_compared_row *row, const struct sample s[2])
{
	for (int i = 0; i < 2; i++) {
		int n = means_of_runs(&s[i], s[i].time);

		row->pairs_ns[i] = (struct aisp_numbers){ s[i].time, n };
		for (int k = 0; k < n; k++)
			s[i].time[k] = exp(s[i].time[k]);
	}
}

/* Compares one experiment; rule is NULL for pairs.  Returns 0, or -1 without memory. */
static int compare_one(struct aisp_compared_row *row, const struct aisp_history_rows *a,
		       const struct aisp_history_rows *b,
		       const struct aisp_compare_rule *rule, struct aisp_arena *arena)
{
	struct sample s[2] = { 0 };

	if (make_room(&s[0], a, row->of, arena) || make_room(&s[1], b, row->of, arena))
		return -1;
	if (rule) {
		gather(&s[0], a, row->of);
		gather(&s[1], b, row->of);
	} else {
		row->unit = AISP_COMPARED_PAIRS;
		gather_pairs(row, s, a, b);
	}
	if (!s[0].n || !s[1].n) {
		say_poor(row, s);
		return 0;
	}
	describe(row, s);
	if (rule)
		decide(row, s, rule);
	else
		pair_times(row, s);
	return 0;
}

/* Is one of the first n rows of the same experiment? */
static bool has_same(const struct aisp_history_rows *rows, int n,
		     const struct aisp_history_row *like)
{
	for (int i = 0; i < n; i++)
		if (aisp_history_is_same(rows->at[i], like))
			return true;
	return false;
}

static bool has_target(const struct aisp_history_rows *rows, int n, const char *target)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(rows->at[i]->target, target))
			return true;
	return false;
}

/* Lists targets of `rows` that `others` lack.  Returns 0, or -1 without memory. */
static int only_in(struct aisp_texts *only, const struct aisp_history_rows *rows,
		   const struct aisp_history_rows *others, struct aisp_arena *a)
{
	only->at = aisp_arena_take(a, (size_t)rows->n, sizeof(*only->at));
	for (int i = 0; only->at && i < rows->n; i++) {
		const char *target = rows->at[i]->target;

		if (!has_target(rows, i, target) &&
		    !has_target(others, others->n, target))
			only->at[only->n++] = target;
	}
	return only->at ? 0 : -1;
}

/* Compares every experiment that both sides have. */
int aisp_compare_rows(struct aisp_compared *c, const struct aisp_history_rows *a,
		      const struct aisp_history_rows *b,
		      const struct aisp_compare_rule *rule)
{
	c->rows = aisp_arena_take(&c->arena, (size_t)a->n, sizeof(*c->rows));
	if (!c->rows || only_in(&c->only[0], a, b, &c->arena) ||
	    only_in(&c->only[1], b, a, &c->arena))
		return -1;
	for (int i = 0; i < a->n; i++) {
		if (has_same(a, i, a->at[i]) || !has_same(b, b->n, a->at[i]))
			continue;
		c->rows[c->n_rows].of = a->at[i];
		if (compare_one(&c->rows[c->n_rows++], a, b, rule, &c->arena))
			return -1;
	}
	return 0;
}

int aisp_compare_pairs(struct aisp_compared *c, const struct aisp_history_rows *a,
		       const struct aisp_history_rows *b)
{
	return aisp_compare_rows(c, a, b, NULL);
}
