/* SPDX-License-Identifier: MIT
 *
 * Expectations of a run: what is recorded, how a later run is judged, what a second
 * block of launches changes, what is accepted.
 */
#include <math.h>

#include "report/proof.h"
#include "store/expect.h"
#include "store/expect_judge.h"
#include "tap.h"
#include "unit/run_of.h"
#include "unit/store_result.h"
#include "unit/store_tmp.h"

static struct aisp_err err;
static char dir[128];
static const struct aisp_expect_place place = { dir, true };

static const char *field(const json_t *results, const char *name)
{
	const char *s = json_string_value(
		json_object_get(json_object_get(first(results), "expectation"), name));

	return s ? s : "";
}

/* Calls aisp_expect_observe() with documents. */
static int observe(struct aisp_expect *e, json_t *results, json_t *m)
{
	struct aisp_run *run = run_of(results, m);
	int rc = aisp_expect_observe(e, run, 0, &err);

	aisp_run_free(run);
	return rc;
}

/* Calls aisp_expect_judge_run(), which writes into the document. */
static void judge(json_t *results, json_t *m)
{
	struct aisp_run *run = run_of(results, m);

	aisp_expect_judge_run(run, &place);
	aisp_run_free(run);
}

/* The state of a run with this speedup and interval, on that machine. */
static const char *state_on(const char *cpu, double x, double lo, double hi)
{
	static char state[32];
	json_t *results = result_json(x, lo, hi), *m = manifest_json(cpu, 2);

	judge(results, m);
	snprintf(state, sizeof(state), "%s", field(results, "state"));
	json_decref(results);
	json_decref(m);
	return state;
}

static void record(double x, double lo, double hi)
{
	json_t *results = result_json(x, lo, hi), *m = manifest_json("AMD EPYC", 2);
	struct aisp_expect e;

	if (observe(&e, results, m) || aisp_expect_accept(&place, &e, &err))
		printf("# %s\n", err.msg);
	json_decref(results);
	json_decref(m);
}

static int near(double a, double b)
{
	return fabs(a / b - 1) < 1e-9;
}

static void test_observe(void)
{
	json_t *results = result_json(2, 1.9, 2.1), *m = manifest_json("AMD EPYC", 2);
	json_t *run = json_object_get(results, "run");
	struct aisp_expect e;
	const struct aisp_metric_entry *s = &e.metrics[AISP_METRIC_SPEEDUP];
	const struct aisp_metric_entry *t = &e.metrics[AISP_METRIC_TIME];

	ok(!observe(&e, results, m) && same(e.params, "n=4") && same(e.over, "naive") &&
		   same(e.variant, "abc") && e.grade == 'C' && e.n_launches == 10 &&
		   same(e.date, "2026-11-21T09:01:00Z") && same(e.roof, "DRAM"),
	   "a result in words");
	ok(near(s->value, 2) && near(s->lower, 1.9 / 1.05) &&
		   near(s->upper, 2.1 * 1.05),
	   "the bounds are the interval and what sessions of a shared CPU differ by");
	ok(near(t->value, 500 * sqrt(0.999 * 1.001)) && t->ci_low > 499 &&
		   t->ci_low < t->value && t->ci_high < 501 &&
		   near(t->upper, t->ci_high * 1.01),
	   "the time is that of good launches after the pilot");
	ok(near(e.metrics[AISP_METRIC_LIMIT].value, 0.5) &&
		   isnan(e.metrics[AISP_METRIC_LIMIT].lower) &&
		   isnan(e.metrics[AISP_METRIC_LIBRARY].value),
	   "the fraction of the limit, without bounds; no library");
	json_object_set_new(run, "grade", json_string("B"));
	ok(!observe(&e, results, m) && near(s->lower, 1.9 / 1.01),
	   "at grade B the interval and the margin");
	json_object_set_new(run, "grade", json_string("C"));
	json_object_set_new(json_object_get(first(results), "comparison"), "margin",
			    json_real(0.08));
	ok(!observe(&e, results, m) && near(s->lower, 1.9 / 1.08),
	   "or a margin that is wider yet");
	json_object_set_new(run, "is_cold_start", json_true());
	ok(observe(&e, results, m) && says(err.msg, "--cold-start"),
	   "a cold start is another experiment");
	json_object_del(run, "is_cold_start");
	json_object_set_new(run, "left_out", json_pack("[s]", "a.b"));
	ok(observe(&e, results, m) && says(err.msg, "without a.b"),
	   "so is a run without a check");
	json_object_del(run, "left_out");
	json_object_set_new(run, "given_inputs", json_pack("[s]", "x"));
	ok(observe(&e, results, m) && says(err.msg, "inputs"),
	   "and one on the user's inputs");
	json_object_del(run, "given_inputs");
	json_object_set_new(json_object_get(first(results), "comparison"), "verdict",
			    json_string("INVALID"));
	ok(observe(&e, results, m) && says(err.msg, "INVALID"),
	   "what is INVALID has no figures");
	json_decref(results);
	json_decref(m);
}

static void test_states(void)
{
	ok(same(state_on("AMD EPYC", 2, 1.9, 2.1), "NO-EXPECTATION"),
	   "nothing recorded");
	record(2, 1.9, 2.1); /* 1.81 to 2.205 */
	ok(same(state_on("AMD EPYC", 2, 1.9, 2.1), "HOLDS"), "the same again");
	ok(same(state_on("AMD EPYC", 1.9, 1.7, 2.1), "HOLDS"),
	   "an interval that reaches");
	ok(same(state_on("AMD EPYC", 1.8, 1.7, 1.9), "UNCLEAR"), "an estimate below");
	ok(same(state_on("AMD EPYC", 1.7, 1.6, 1.8), "REGRESSED"), "an interval below");
	ok(same(state_on("AMD EPYC", 2.3, 2.2, 2.4), "HOLDS"), "an estimate above");
	ok(same(state_on("AMD EPYC", 2.3, 2.21, 2.4), "IMPROVED"), "an interval above");
	ok(same(state_on("Intel Xeon", 1, 0.9, 1.1), "NO-EXPECTATION"),
	   "another class");
}

/* One pair: a speedup, but no interval that an expectation could be compared with. */
static json_t *bare_result(void)
{
	json_t *results = result_json(2, 1.9, 2.1);
	json_t *c = json_object_get(first(results), "comparison");

	json_object_set_new(c, "verdict", json_string("INCONCLUSIVE"));
	json_object_set_new(c, "speedup_ci", json_pack("[nn]"));
	json_object_set_new(c, "n_pairs", json_integer(1));
	return results;
}

static void test_no_interval(void)
{
	json_t *m = manifest_json("AMD EPYC", 2), *results = bare_result();
	struct aisp_proof p = { 0 };
	struct aisp_run *run;

	run = run_of(results, m);
	aisp_expect_judge_run(run, &place);
	ok(same(field(results, "state"), "NOT-JUDGED") &&
		   says(field(results, "why"), "no interval: 1 pair of undisturbed"),
	   "what nothing was compared with does not hold");
	ok(run->results[0].expectation->expected.value == 2,
	   "what was expected stands there");
	ok(!aisp_proof_add_run(&p, run) && aisp_proof_count_open(&p) == 1 &&
		   aisp_proof_count(&p, AISP_PROOF_NOT_JUDGED) == 1,
	   "nor does the proof say so");
	aisp_proof_release(&p);
	aisp_run_free(run);
	json_decref(results);
	json_decref(m);
}

/* Replace a part of the only file. */
static void edit(const char *part, const char *by)
{
	struct aisp_expect_file f;
	char path[PATH_MAX], *text, *at;
	FILE *out;

	aisp_expect_path(path, sizeof(path), dir, "epyc-2c", TARGET, &err);
	if (aisp_expect_load(&f, path, &err))
		printf("# %s\n", err.msg);
	text = aisp_expect_format(&f);
	at = strstr(text, part);
	out = fopen(path, "w");
	if (!at || !out)
		abort();
	fprintf(out, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
	fclose(out);
	free(text);
	free(f.entries);
}

/* A run whose time grew with that of its baseline. */
static json_t *slow_run(const char *grade, json_t *m)
{
	json_t *results = result_json(2, 1.9, 2.1);

	json_object_set_new(json_array_get(json_object_get(results, "arms"), 1),
			    "launches", launches_json(600, 10));
	json_object_set_new(json_object_get(results, "run"), "grade",
			    json_string(grade));
	judge(results, m);
	return results;
}

static void test_time(void)
{
	json_t *m = manifest_json("AMD EPYC", 2), *results = slow_run("B", m);

	ok(same(field(results, "state"), "HOLDS"),
	   "grade C expected: no time is judged");
	json_decref(results);
	edit("grade         C", "grade         A");
	results = slow_run("C", m);
	ok(same(field(results, "state"), "HOLDS"), "grade C now: none either");
	json_decref(results);
	results = slow_run("B", m);
	ok(same(field(results, "state"), "REGRESSED") &&
		   says(field(results, "why"), "time 600 ns") &&
		   says(field(results, "why"), "at most 50") &&
		   same(field(results, "match"), "fingerprint"),
	   "A and B: the time regressed");
	json_decref(results);
	json_object_set_new(json_object_get(m, "hardware"), "kernel",
			    json_string("Linux 7"));
	results = slow_run("B", m);
	ok(same(field(results, "state"), "HOLDS") &&
		   same(field(results, "match"), "class"),
	   "on another machine of the class only ratios are judged");
	json_decref(results);
	json_decref(m);
	edit("grade         A", "grade         C");
}

/* A regression and a second block: the state that follows. */
static void confirmed(double x, double lo, double hi, const char *state,
		      const char *why, const char *name)
{
	json_t *results = result_json(1.5, 1.4, 1.6), *m = manifest_json("AMD EPYC", 2);
	json_t *second = x > 0 ? result_json(x, lo, hi) : NULL;
	struct aisp_run *run = run_of(results, m);
	int n_missing;

	aisp_expect_judge_run(run, &place);
	if (second)
		aisp_run_confirm(run, json_incref(second), &err);
	n_missing = aisp_expect_confirm_run(run, &place);
	ok(same(field(results, "state"), state) && says(field(results, "why"), why) &&
		   n_missing == !second,
	   name);
	aisp_run_free(run);
	json_decref(second);
	json_decref(results);
	json_decref(m);
}

static void test_confirm(void)
{
	confirmed(1.55, 1.45, 1.65, "REGRESSED", "again: 1.55 x [1.45, 1.65]",
		  "twice below");
	confirmed(2, 1.9, 2.1, "UNCLEAR", "again: 2 x", "below once only");
	confirmed(-1, 0, 0, "UNCLEAR", "could not be measured again",
		  "no second block");
}

/* The speedup regressed; in the second block it holds, and the time does not. */
static void test_other_metric(void)
{
	json_t *results = result_json(1.5, 1.4, 1.6), *m = manifest_json("AMD EPYC", 2);
	json_t *second = slow_run("B", m);
	struct aisp_run *run;

	edit("grade         C", "grade         A");
	json_object_set_new(json_object_get(results, "run"), "grade", json_string("B"));
	json_object_set_new(json_array_get(json_object_get(results, "arms"), 1),
			    "launches", launches_json(600, 10));
	run = run_of(results, m);
	aisp_expect_judge_run(run, &place);
	ok(same(field(results, "state"), "REGRESSED") &&
		   says(field(results, "why"), "speedup 1.5 x"),
	   "of two figures that regressed the first is told");
	aisp_run_confirm(run, json_incref(second), &err);
	aisp_expect_confirm_run(run, &place);
	ok(same(field(results, "state"), "UNCLEAR") &&
		   says(field(results, "why"), "again: 2 x"),
	   "another figure's regression confirms nothing");
	edit("grade         A", "grade         C");
	aisp_run_free(run);
	json_decref(second);
	json_decref(results);
	json_decref(m);
}

static void test_damaged(void)
{
	json_t *results = result_json(2, 1.9, 2.1), *m = manifest_json("AMD EPYC", 2);

	tmp_put("d/epyc-2c/ch07/t@cpu.txt", "target x\nmore");
	snprintf(dir, sizeof(dir), "%s/d", tmp_base);
	judge(results, m);
	ok(same(field(results, "state"), "NOT-JUDGED") &&
		   says(field(results, "why"), "t@cpu.txt:2:") &&
		   json_is_true(json_object_get(
			   json_object_get(first(results), "expectation"),
			   "is_damaged")),
	   "a damaged file judges nothing, and is named");
	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	json_decref(results);
	json_decref(m);
}

/* Accepts this run into the only file; returns the speedup recorded there. */
static double accepted(json_t *results, const char *why)
{
	json_t *m = manifest_json("AMD EPYC", 2), *list;
	const char *said;
	struct aisp_run *run;
	struct aisp_expect_file f;
	char path[PATH_MAX];
	double x;

	run = run_of(results, m);
	aisp_expect_judge_run(run, &place);
	list = aisp_expect_accept_run(run, &place, &err);
	aisp_run_free(run);
	said = json_string_value(json_object_get(json_array_get(list, 0), "why"));
	aisp_expect_path(path, sizeof(path), dir, "epyc-2c", TARGET, &err);
	aisp_expect_load(&f, path, &err);
	x = f.entries[0].metrics[AISP_METRIC_SPEEDUP].value;
	if (!same(said ? said : "", why) || f.n != 1)
		x = -1;
	free(f.entries);
	json_decref(list);
	json_decref(results);
	json_decref(m);
	return x;
}

static void test_accept(void)
{
	json_t *results = result_json(1.95, 1.9, 2.1);

	ok(accepted(results, "HOLDS") == 2,
	   "what holds is left, so that nothing drifts");
	results = result_json(1.8, 1.7, 1.9);
	ok(accepted(results, "UNCLEAR") == 2, "so is what is not clear");
	results = result_json(1.5, 1.4, 1.6);
	json_object_set_new(json_object_get(first(results), "comparison"), "verdict",
			    json_string("INCONCLUSIVE"));
	ok(accepted(results, "INCONCLUSIVE") == 2, "and what is inconclusive");
	ok(accepted(result_json(1.5, 1.4, 1.6), "") == 1.5, "a regression is recorded");
	ok(accepted(result_json(3, 2.9, 3.1), "") == 3, "an improvement too");
	results = result_json(1.5, 1.4, 1.6);
	json_object_set_new(results, "confirmation", result_json(1.6, 1.5, 1.7));
	ok(accepted(results, "") == 1.6,
	   "with the numbers of the second block, which nothing selected");
}

int main(void)
{
	tmp_make();
	snprintf(dir, sizeof(dir), "%s/e", tmp_base);
	test_observe();
	test_states();
	test_no_interval();
	test_time();
	test_confirm();
	test_other_metric();
	test_damaged();
	test_accept();
	tmp_remove();
	return done();
}
