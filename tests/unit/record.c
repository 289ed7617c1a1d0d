/* SPDX-License-Identifier: MIT
 *
 * results.json of a group: the launches behind an arm's figures, the arm of a result,
 * its comparison and its ledger.
 */
#include <jansson.h>

#include "base/field.h"
#include "conclude_group.h"
#include "judge/contract.h"
#include "judge/record.h"

static const struct aisp_workload workload = {
	.abi = AISP_ABI, .title = "a copy", .n_params = 1, .params = { { "n" } }
};
static struct aisp_contract contract;
static struct aisp_peaks peaks;
static double samples[2] = { 1, 2 };

/* Ten blocks in which arm 1 takes half of the baseline's 4 ms; 8 MB and 4 MFLOP. */
static void make(void)
{
	set_ratio(2);
	contract = (struct aisp_contract){ .workload = &workload, .param = { 7 } };
	contract.problem.bytes = 8e6;
	contract.problem.flops = 4e6;
	contract.problem.compute = AISP_F32;
	contract.problem.n_threads = 1;
	g.contract = &contract;
	g.problem = &contract.problem;
	g.sampling.calls_per_sample = 1;
	for (int a = 0; a < N_ARMS; a++) {
		g.arms[a].source = g.arms[a].object = "/no/such.c";
		g.arms[a].target = a ? "ch01:x@cpu" : NULL;
	}
	peaks = (struct aisp_peaks){ .n_threads = 1 };
	peaks.flops[AISP_F32][AISP_WIDTH_ONE].best = 4e9; /* 1 ms */
	peaks.flops[AISP_F32][AISP_WIDTH_ALL].best = 4e9;
	limits.peaks.cpu = &peaks;
	aisp_group_conclude(&g);
}

/* A record as a run writes it. */
static struct aisp_record written(int n_groups)
{
	struct aisp_record r;
	struct aisp_err err;

	if (aisp_record_init(&r, &err))
		printf("Bail out! %s\n", err.msg);
	for (int i = 0; i < n_groups; i++)
		if (aisp_record_add(&r, &g, &limits, AISP_DIST_NORMAL, &err))
			printf("Bail out! %s\n", err.msg);
	return r;
}

static double number(const json_t *of, const char *name)
{
	return json_number_value(json_object_get(of, name));
}

static bool is_about(double x, double y)
{
	return fabs(x / y - 1) < 1e-9;
}

static void test_arms(void)
{
	struct aisp_record r;
	const json_t *arm;

	make();
	launches[1][0].median_ns = 9e9;
	launches[1][3].median_ns = 9e9;
	launches[1][3].status = AISP_LAUNCH_CRASHED;
	for (int i = 4; i <= N_BLOCKS; i += 2)
		launches[1][i].median_ns = 1e6;
	launches[1][1].median_ns = 1e6;
	r = written(1);
	arm = json_array_get(r.arms, 1);
	ok(is_about(number(arm, "median_ns"), 1e6),
	   "the median of the launches that ended well, without the pilot");
	ok(is_about(number(arm, "gb_per_s"), 8) &&
		   is_about(number(arm, "gflop_per_s"), 4),
	   "bytes and operations a nanosecond");
	ok(is_about(number(json_object_get(arm, "sol"), "fraction"), 1) &&
		   is_about(number(json_object_get(arm, "sol"), "roof_ns"), 1e6),
	   "the least time over the time");
	ok(json_array_size(json_object_get(arm, "launches")) == N_BLOCKS + 1,
	   "with all of its launches");
	ok(aisp_field_is(arm, "class", "optimized") &&
		   aisp_field_is(json_array_get(r.arms, 0), "class", "unknown"),
	   "a baseline that does not say its class has none");
	aisp_record_release(&r);
}

static void test_launch(void)
{
	struct aisp_measured m = { .block = 3,
				   .position = 1,
				   .status = AISP_LAUNCH_OK,
				   .samples_ns = samples,
				   .n_samples = 2,
				   .warmup_ns = samples + 1,
				   .n_warmup = 1,
				   .median_ns = 1.5 };
	json_t *o;

	aisp_evidence_init(&m.evidence);
	m.evidence.n_late = 5;
	o = aisp_record_launch(&m);
	ok(number(o, "block") == 3 && number(o, "position") == 1 &&
		   aisp_field_is(o, "status", "ok") && number(o, "median_ns") == 1.5,
	   "a launch");
	ok(json_array_size(json_object_get(o, "samples_ns")) == 2 &&
		   json_array_size(json_object_get(o, "warmup_ns")) == 1 &&
		   json_number_value(
			   json_array_get(json_object_get(o, "samples_ns"), 1)) == 2 &&
		   json_number_value(
			   json_array_get(json_object_get(o, "warmup_ns"), 0)) == 2,
	   "with its samples");
	ok(number(json_object_get(o, "evidence"), "n_late") == 5 &&
		   json_is_null(
			   json_object_get(json_object_get(o, "evidence"), "n_canary")),
	   "and what is known of it");
	json_decref(o);
	snprintf(m.wrong, sizeof(m.wrong), "b[3]");
	snprintf(m.apart, sizeof(m.apart), "other data");
	o = aisp_record_launch(&m);
	ok(aisp_field_is(o, "status", "rejected") && aisp_field_is(o, "wrong", "b[3]"),
	   "one whose outputs are wrong is rejected");
	json_decref(o);
}

static void test_results(void)
{
	struct aisp_record r;
	const json_t *second, *comparison, *ci;

	make();
	g.library = 2;
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].median_ns *= i % 2 ? 1.01 : 0.99;
	aisp_group_conclude(&g);
	r = written(2);
	second = json_array_get(r.results, 3);
	ok(json_array_size(r.arms) == 6 && json_array_size(r.results) == 4 &&
		   number(second, "baseline") == 3 &&
		   number(second, "optimized") == 5 &&
		   number(json_array_get(r.results, 2), "optimized") == 4,
	   "each result names its own group's arms");
	ok(number(json_array_get(r.results, 2), "library") == 5 &&
		   json_is_null(json_object_get(second, "library")),
	   "and its library, unless it is that");
	comparison = json_object_get(json_array_get(r.results, 0), "comparison");
	ci = json_object_get(comparison, "speedup_ci");
	ok(aisp_field_is(comparison, "verdict", "FASTER") &&
		   fabs(number(comparison, "speedup") - 2) < 1e-3 &&
		   number(comparison, "n_pairs") == N_BLOCKS,
	   "what the judge found");
	ok(json_number_value(json_array_get(ci, 0)) < 2 &&
		   json_number_value(json_array_get(ci, 1)) > 2,
	   "the interval from low to high");
	ok(number(json_object_get(json_array_get(r.results, 0), "params"), "n") == 7,
	   "at which parameters");
	aisp_record_release(&r);
	g.arms[1].is_wanted = false;
	g.arms[2].status = AISP_ARM_FAILED;
	r = written(1);
	ok(json_array_size(r.results) == 1 &&
		   aisp_field_is(json_array_get(r.results, 0), "status", "failed") &&
		   json_is_null(
			   json_object_get(json_array_get(r.results, 0), "comparison")),
	   "what nobody asked for is no result, what failed has no comparison");
	aisp_record_release(&r);
}

/* Does the ledger have this verdict for that check of an arm? */
static bool says(const char *check, const char *arm, const char *verdict)
{
	json_t *ledger = aisp_record_ledger(&g, 1), *entry;
	bool is_said = false;
	size_t i;

	json_array_foreach(ledger, i, entry)
		is_said |= aisp_field_is(entry, "check", check) &&
			   aisp_field_is(entry, "arm", arm) &&
			   aisp_field_is(entry, "verdict", verdict);
	json_decref(ledger);
	return is_said;
}

static void test_ledger(void)
{
	const char *check = "timing.incomplete_async_ops";

	make();
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[0][i].evidence.n_late = 0;
	launches[1][4].evidence.n_late = 3;
	ok(says(check, "baseline", "PASS") && says(check, "optimized", "FAIL"),
	   "of each arm what its checks say");
	aisp_leave_out(&limits, check);
	ok(says(check, "optimized", "UNKNOWN"), "of one that was left out nothing");
}

int main(void)
{
	test_arms();
	test_launch();
	test_results();
	test_ledger();
	return done();
}
