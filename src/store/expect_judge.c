/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "expect_judge.h"

struct judgement {
	enum aisp_expect_state state;
	enum aisp_expect_state metrics[AISP_N_METRICS]; /* NONE: not judged */
	int is_exact; /* the entry is of the same fingerprint */
	int is_damaged;
	char why[480];
	struct aisp_expect observed, expected;
};

static int is_steady(char grade)
{
	return grade == 'A' || grade == 'B';
}

static int is_judged(const struct judgement *j, int metric)
{
	if (metric == AISP_METRIC_TIME)
		return j->is_exact && is_steady(j->observed.grade) &&
		       is_steady(j->expected.grade);
	return metric != AISP_METRIC_LIMIT;
}

/* Comparisons with NaN are false: a missing bound is no bound. */
static enum aisp_expect_state judge_metric(const struct aisp_metric_entry *now,
					   const struct aisp_metric_entry *want,
					   int is_less_better)
{
	int is_below = want->lower > now->ci_high, is_above = now->ci_low > want->upper;
	int is_beyond =
		is_less_better ? now->value > want->upper : now->value < want->lower;

	if (isnan(now->ci_low) || isnan(now->ci_high) || isnan(want->value))
		return AISP_EXPECT_NONE;
	if (is_less_better ? is_above : is_below)
		return AISP_EXPECT_REGRESSED;
	if (is_less_better ? is_below : is_above)
		return AISP_EXPECT_IMPROVED;
	return is_beyond ? AISP_EXPECT_UNCLEAR : AISP_EXPECT_HOLDS;
}

/* "speedup 1.2 x [1.1, 1.3] where at least 1.5 x was found (2026-11-21, f53e)" */
static void explain(struct judgement *j, int metric)
{
	const struct aisp_metric_entry *now = &j->observed.metrics[metric];
	const struct aisp_metric_entry *want = &j->expected.metrics[metric];
	int is_upper = (metric == AISP_METRIC_TIME) !=
		       (j->metrics[metric] == AISP_EXPECT_IMPROVED);
	const char *unit = aisp_metric_units[metric];

	snprintf(j->why, sizeof(j->why),
		 "%s %.4g %s [%.4g, %.4g], expected at %s %.4g %s (%.10s, %.12s)",
		 aisp_metric_names[metric], now->value, unit, now->ci_low, now->ci_high,
		 is_upper ? "most" : "least", is_upper ? want->upper : want->lower,
		 unit, j->expected.date,
		 *j->expected.commit ? j->expected.commit : "no commit");
}

/* Without a speedup that can be compared nothing holds, whatever else is compared. */
static void doubt(struct judgement *j)
{
	int n = j->observed.n_launches;

	if (j->metrics[AISP_METRIC_SPEEDUP] != AISP_EXPECT_NONE ||
	    j->state > AISP_EXPECT_IMPROVED)
		return;
	j->state = AISP_EXPECT_NOT_JUDGED;
	if (isnan(j->expected.metrics[AISP_METRIC_SPEEDUP].value))
		snprintf(j->why, sizeof(j->why), "the entry has no speedup");
	else
		snprintf(j->why, sizeof(j->why),
			 "the speedup has no interval: %d pair%s of undisturbed "
			 "launches, 3 are needed",
			 n, n == 1 ? "" : "s");
}

static void judge_metrics(struct judgement *j)
{
	j->state = AISP_EXPECT_HOLDS;
	for (int i = 0; i < AISP_N_METRICS; i++) {
		if (!is_judged(j, i))
			continue;
		j->metrics[i] =
			judge_metric(&j->observed.metrics[i], &j->expected.metrics[i],
				     i == AISP_METRIC_TIME);
		if (j->metrics[i] <= j->state)
			continue;
		j->state = j->metrics[i];
		explain(j, i);
	}
	doubt(j);
}

static int load(struct judgement *j, struct aisp_expect_file *f,
		const struct aisp_expect_place *place)
{
	char path[PATH_MAX];
	struct aisp_err err;

	if (!aisp_expect_path_of(path, sizeof(path), place, &j->observed, &err) &&
	    !aisp_expect_load(f, path, &err))
		return 0;
	snprintf(j->why, sizeof(j->why), "%.470s", err.msg);
	j->is_damaged = 1;
	return -1;
}

static void judge(struct judgement *j, const struct aisp_expect_place *place,
		  const struct aisp_run *run, int i)
{
	struct aisp_expect_file f = { 0 };
	const struct aisp_expect *want;
	struct aisp_err err;

	*j = (struct judgement){ .state = AISP_EXPECT_NOT_JUDGED };
	if (aisp_expect_observe(&j->observed, run, i, &err)) {
		snprintf(j->why, sizeof(j->why), "%.470s", err.msg);
		return;
	}
	if (load(j, &f, place))
		return;
	want = aisp_expect_find(&f, &j->observed);
	if (want) {
		j->expected = *want;
		j->is_exact = !strcmp(want->machine.fingerprint,
				      j->observed.machine.fingerprint);
		judge_metrics(j);
	} else {
		j->state = AISP_EXPECT_NONE;
		snprintf(j->why, sizeof(j->why), "%s on %s",
			 f.n ? "none for these parameters and this baseline" : "none",
			 j->observed.machine.slug);
	}
	free(f.entries);
}

static json_t *metric_states(const struct judgement *j)
{
	json_t *o = json_object();

	for (int i = 0; i < AISP_N_METRICS; i++)
		if (j->metrics[i] != AISP_EXPECT_NONE)
			json_object_set_new(
				o, aisp_metric_names[i],
				json_string(aisp_expect_state_name(j->metrics[i])));
	return o;
}

static json_t *judgement_json(const struct judgement *j)
{
	int is_found = *j->expected.target != '\0';

	return json_pack(
		"{ss so so so so sb so so}", "state", aisp_expect_state_name(j->state),
		"why", *j->why ? json_string(j->why) : json_null(), "class",
		*j->observed.machine.slug ? json_string(j->observed.machine.slug)
					  : json_null(),
		"match",
		is_found ? json_string(aisp_entry_of_name(
				   j->is_exact ? AISP_ENTRY_OF_FINGERPRINT
					       : AISP_ENTRY_OF_CLASS))
			 : json_null(),
		"metrics", metric_states(j), "is_damaged", j->is_damaged,
		"is_confirmed", json_null(), "expected",
		is_found ? aisp_expect_json(&j->expected) : json_null());
}

int aisp_expect_judge_run(struct aisp_run *run, const struct aisp_expect_place *place)
{
	struct judgement *j = malloc(sizeof(*j));
	int rc = j ? 0 : -1;

	for (int i = 0; j && i < run->n_results; i++) {
		judge(j, place, run, i);
		rc |= aisp_run_expect(run, i, judgement_json(j));
	}
	free(j);
	return rc;
}

/* The first metric that regressed, which is the one in the reason. */
static enum aisp_metric regressed_metric(const struct aisp_run_expectation *e)
{
	if (e->speedup == AISP_EXPECT_REGRESSED)
		return AISP_METRIC_SPEEDUP;
	if (e->library == AISP_EXPECT_REGRESSED)
		return AISP_METRIC_LIBRARY;
	return e->time == AISP_EXPECT_REGRESSED ? AISP_METRIC_TIME
						: AISP_METRIC_SPEEDUP;
}

/* Returns 0 if the result could be measured again, 1 if not, -1 without memory. */
static int confirm(struct aisp_run *run, int i, const struct aisp_expect_place *place,
		   struct judgement *j)
{
	const struct aisp_run_expectation *e = run->results[i].expectation;
	int other = aisp_result_find(run->confirmation, &run->results[i]);
	enum aisp_metric metric = regressed_metric(e);
	const struct aisp_metric_entry *m = &j->observed.metrics[metric];
	struct aisp_run_revision now = { .state = AISP_EXPECT_UNCLEAR };
	char why[1024];

	j->state = AISP_EXPECT_NOT_JUDGED;
	snprintf(j->why, sizeof(j->why), "not run");
	if (other >= 0)
		judge(j, place, run->confirmation, other);
	now.is_measured = j->state != AISP_EXPECT_NOT_JUDGED;
	if (now.is_measured) {
		now.is_confirmed = j->metrics[metric] == AISP_EXPECT_REGRESSED;
		snprintf(why, sizeof(why), "%.500s; again: %.4g %s [%.4g, %.4g]",
			 e->why, m->value, aisp_metric_units[metric], m->ci_low,
			 m->ci_high);
	} else {
		snprintf(why, sizeof(why), "%.500s; could not be measured again: %s",
			 e->why, j->why);
	}
	if (now.is_confirmed)
		now.state = AISP_EXPECT_REGRESSED;
	now.why = why;
	return aisp_run_revise(run, i, &now) ? -1 : !now.is_measured;
}

int aisp_expect_confirm_run(struct aisp_run *run, const struct aisp_expect_place *place)
{
	struct judgement *j = malloc(sizeof(*j));
	int n_missing = 0, rc = j ? 0 : -1;

	for (int i = 0; i < run->n_results && rc >= 0; i++) {
		if (aisp_result_expectation(&run->results[i]) != AISP_EXPECT_REGRESSED)
			continue;
		rc = confirm(run, i, place, j);
		n_missing += rc > 0;
	}
	free(j);
	return rc < 0 ? -1 : n_missing;
}

int aisp_expect_count(const struct aisp_run *run, enum aisp_expect_state s)
{
	int n = 0;

	for (int i = 0; i < run->n_results; i++)
		n += aisp_result_expectation(&run->results[i]) == s;
	return n;
}
