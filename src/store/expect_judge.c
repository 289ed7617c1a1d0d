/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
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

const char *aisp_expect_state_name(enum aisp_expect_state s)
{
	static const char *const names[AISP_N_EXPECT_STATES] = {
		"NO-EXPECTATION", "NOT-JUDGED", "HOLDS",
		"IMPROVED",       "UNCLEAR",    "REGRESSED"
	};

	return names[s];
}

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

/* Comparisons with NaN are false: a bound that is not there bounds nothing. */
static enum aisp_expect_state judge_metric(const struct aisp_metric_entry *now,
					   const struct aisp_metric_entry *want,
					   int is_less_better)
{
	int is_below = now->ci_high<want->lower, is_above = now->ci_low> want->upper;
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
		  const json_t *results, size_t i, const json_t *manifest)
{
	struct aisp_expect_file f = { 0 };
	const struct aisp_expect *want;
	struct aisp_err err;

	*j = (struct judgement){ .state = AISP_EXPECT_NOT_JUDGED };
	if (aisp_expect_observe(&j->observed, results, i, manifest, &err)) {
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
		is_found ? json_string(j->is_exact ? "fingerprint" : "class")
			 : json_null(),
		"metrics", metric_states(j), "is_damaged", j->is_damaged,
		"is_confirmed", json_null(), "expected",
		is_found ? aisp_expect_json(&j->expected) : json_null());
}

int aisp_expect_judge_run(json_t *results, const json_t *manifest,
			  const struct aisp_expect_place *place)
{
	struct judgement *j = malloc(sizeof(*j));
	json_t *result;
	size_t i;
	int rc = j ? 0 : -1;

	if (j)
		json_array_foreach(json_object_get(results, "results"), i, result)
		{
			judge(j, place, results, i, manifest);
			if (json_object_set_new(result, "expectation",
						judgement_json(j)))
				rc = -1;
		}
	free(j);
	return rc;
}

static int is_same(const json_t *a, const json_t *b)
{
	return !strcmp(aisp_field_text(a, "target"), aisp_field_text(b, "target")) &&
	       !strcmp(aisp_field_text(a, "distribution"),
		       aisp_field_text(b, "distribution")) &&
	       json_equal(json_object_get(a, "params"), json_object_get(b, "params"));
}

int aisp_result_find(const json_t *second, const json_t *result)
{
	const json_t *other;
	size_t i;

	json_array_foreach(json_object_get(second, "results"), i,
			   other) if (is_same(result, other)) return (int)i;
	return -1;
}

/* The first one: that of the reason given. */
static int regressed_metric(const json_t *expectation)
{
	const json_t *states = json_object_get(expectation, "metrics");

	for (int i = 0; i < AISP_N_METRICS; i++)
		if (!strcmp(aisp_field_text(states, aisp_metric_names[i]), "REGRESSED"))
			return i;
	return 0;
}

__attribute__((format(printf, 2, 3))) static void add_why(json_t *expectation,
							  const char *fmt, ...)
{
	char text[1024];
	size_t n = (size_t)snprintf(text, sizeof(text), "%.500s; ",
				    aisp_field_text(expectation, "why"));
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + n, sizeof(text) - n, fmt, ap);
	va_end(ap);
	json_object_set_new(expectation, "why", json_string(text));
}

static void soften(json_t *expectation)
{
	json_object_set_new(expectation, "state",
			    json_string(aisp_expect_state_name(AISP_EXPECT_UNCLEAR)));
}

/* Whether it could be measured again. */
static int confirm(json_t *result, const json_t *second, const json_t *manifest,
		   const struct aisp_expect_place *place, struct judgement *j)
{
	json_t *expectation = json_object_get(result, "expectation");
	int i = aisp_result_find(second, result), metric;
	const struct aisp_metric_entry *m;

	j->state = AISP_EXPECT_NOT_JUDGED;
	snprintf(j->why, sizeof(j->why), "not run");
	if (i >= 0)
		judge(j, place, second, (size_t)i, manifest);
	if (j->state == AISP_EXPECT_NOT_JUDGED) {
		add_why(expectation, "could not be measured again: %s", j->why);
		soften(expectation);
		return 0;
	}
	metric = regressed_metric(expectation);
	m = &j->observed.metrics[metric];
	add_why(expectation, "again: %.4g %s [%.4g, %.4g]", m->value,
		aisp_metric_units[metric], m->ci_low, m->ci_high);
	json_object_set_new(expectation, "is_confirmed",
			    json_boolean(j->metrics[metric] == AISP_EXPECT_REGRESSED));
	if (j->metrics[metric] != AISP_EXPECT_REGRESSED)
		soften(expectation);
	return 1;
}

int aisp_expect_confirm_run(json_t *results, const json_t *second,
			    const json_t *manifest,
			    const struct aisp_expect_place *place)
{
	struct judgement *j = malloc(sizeof(*j));
	json_t *result;
	int n_missing = 0;
	size_t i;

	if (!j)
		return -1;
	json_array_foreach(
		json_object_get(results, "results"), i,
		result) if (!strcmp(aisp_field_text(json_object_get(result,
								    "expectation"),
						    "state"),
				    "REGRESSED")) n_missing +=
		!confirm(result, second, manifest, place, j);
	free(j);
	return n_missing;
}

int aisp_expect_count(const json_t *results, enum aisp_expect_state s)
{
	const json_t *result;
	int n = 0;
	size_t i;

	json_array_foreach(json_object_get(results, "results"), i, result) n += !strcmp(
		aisp_field_text(json_object_get(result, "expectation"), "state"),
		aisp_expect_state_name(s));
	return n;
}
