/* SPDX-License-Identifier: MIT
 *
 * From hand-made launches to verdicts: what is paired, what clocks do to it, whose
 * failed checks make it INVALID.
 */
#include <math.h>
#include <string.h>

#include "judge/conclude.h"
#include "judge/ledger.h"
#include "tap.h"

#define N_BLOCKS 10
#define N_ARMS   3

static struct aisp_measured launches[N_ARMS][N_BLOCKS + 1];
static struct aisp_limits limits;
static struct aisp_group g;

/*
 * Blocks in which everything takes longer and longer: only launches of one block can be
 * compared.  Arm 1 is twice as fast as the baseline, arm 2 four times; the pilots say
 * the reverse.
 */
static void make_group(void)
{
	static const double ns[N_ARMS] = { 4e6, 2e6, 1e6 };

	limits = (struct aisp_limits){ 0 };
	g = (struct aisp_group){ .n_arms = N_ARMS,
				 .limits = &limits,
				 .margin = 0.01,
				 .n_blocks = N_BLOCKS };
	for (int a = 0; a < N_ARMS; a++) {
		g.arms[a] = (struct aisp_arm){ .name = a ? "optimized" : "baseline",
					       .is_wanted = a > 0,
					       .status = AISP_ARM_OK,
					       .n_launches = N_BLOCKS + 1,
					       .launches = launches[a] };
		for (int i = 0; i <= N_BLOCKS; i++) {
			launches[a][i] = (struct aisp_measured){
				.block = i - 1,
				.status = AISP_LAUNCH_OK,
				.median_ns = i ? ns[a] * (i + 0.001 * ((i + a) % 3))
					       : 1e12 / ns[a]
			};
			aisp_evidence_init(&launches[a][i].evidence);
		}
	}
}

static bool is_about(double x, double y)
{
	return fabs(x / y - 1) < 0.002;
}

static const struct aisp_comparison *decide(void)
{
	static struct aisp_match m;

	aisp_group_decide(&g, 0, 1, &m);
	return &m.result;
}

static void swap(struct aisp_measured *a, struct aisp_measured *b)
{
	struct aisp_measured x = *a;

	*a = *b;
	*b = x;
}

static void test_pairs(void)
{
	const struct aisp_comparison *r;

	make_group();
	r = decide();
	ok(r->n_pairs == N_BLOCKS, "ten blocks are ten pairs: the pilot is none");
	ok(r->outcome == AISP_OUTCOME_FASTER && is_about(r->speedup, 2) &&
		   is_about(r->speedup_lo, r->speedup_hi),
	   "launches of one block are compared");
	swap(&launches[1][2], &launches[1][7]);
	r = decide();
	ok(is_about(r->speedup, 2) && is_about(r->speedup_lo, r->speedup_hi),
	   "wherever they lie");
	launches[1][3].status = AISP_LAUNCH_CRASHED;
	launches[0][5].status = AISP_LAUNCH_HUNG;
	r = decide();
	ok(r->n_pairs == N_BLOCKS - 2 && is_about(r->speedup, 2),
	   "where both ended well");
}

/* Arm 1 at that many MHz in each block, the baseline at 1000. */
static void set_clocks(double mhz)
{
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].evidence.sm_mhz = 1000;
		launches[1][i].evidence.sm_mhz = mhz;
	}
}

static void test_clocks(void)
{
	make_group();
	g.device = AISP_DEVICE_CUDA;
	set_clocks(2000);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "FASTER in time, SAME in cycles") &&
		   strstr(decide()->why, "1000 and 2000 MHz"),
	   "twice as fast at twice the clock is no merit");
	set_clocks(1500);
	ok(decide()->outcome == AISP_OUTCOME_FASTER,
	   "at one and a half times the clock it is");
	set_clocks(1005);
	ok(decide()->outcome == AISP_OUTCOME_FASTER, "half a percent is noise");
	set_clocks(NAN);
	ok(decide()->outcome == AISP_OUTCOME_FASTER, "clocks that nobody knows");
	set_clocks(2000);
	g.device = AISP_DEVICE_CPU;
	ok(decide()->outcome == AISP_OUTCOME_FASTER, "a CPU's are another's matter");
}

static enum aisp_outcome outcome(int arm)
{
	return g.versus_baseline[arm].result.outcome;
}

static void test_checks(void)
{
	make_group();
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER && outcome(2) == AISP_OUTCOME_FASTER,
	   "no check failed");
	launches[1][4].evidence.n_late = 3;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INVALID && outcome(2) == AISP_OUTCOME_FASTER,
	   "one failed launch makes its arm INVALID, and no other");
	ok(!strcmp(g.versus_baseline[1].result.why,
		   "optimized: timing.incomplete_async_ops: 3 output lines changed "
		   "after the answer"),
	   "and says who, what and why");
	aisp_leave_out(&limits, "timing.incomplete_async_ops");
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "not by a check that was left out");
	make_group();
	launches[0][4].evidence.n_late = 3;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INVALID && outcome(2) == AISP_OUTCOME_INVALID,
	   "one of the baseline makes all INVALID");
}

static const char *why(int arm)
{
	return g.versus_baseline[arm].result.why;
}

static const char *why(int arm);

/* What noise can cause accuses nobody. */
static void test_machine(void)
{
	static struct aisp_peaks peaks;

	make_group();
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.n_heat_events = 3;
	snprintf(g.busy, sizeof(g.busy), "machine busy: others used 1.0 of 2 CPUs");
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE && outcome(2) == AISP_OUTCOME_FASTER,
	   "a check that blames the machine leaves it open");
	ok(!strcmp(why(1),
		   "optimized: environment.thermal_throttling: too hot, 3 times; "
		   "machine busy: others used 1.0 of 2 CPUs"),
	   "and says why, and who was busy");
	make_group();
	limits.peaks = &peaks;
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.sol_fraction = 2;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INVALID, "faster than a roof: INVALID");
	peaks.load.others = 0.5;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE,
	   "unless the roof was measured on a busy machine");
	make_group();
	for (int i = 1; i <= N_BLOCKS; i++)
		launches[1][i].evidence.is_disturbed = i > 2;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   g.versus_baseline[1].result.n_pairs == 2,
	   "disturbed launches are no pairs");
	make_group();
	g.arms[1].heldout = (struct aisp_heldout){ .is_tried = true,
						   .is_disturbed = true,
						   .call_ns = NAN };
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE,
	   "what could not be tried undisturbed is not passed");
}

/* A wrong output is what a reader wants to know first. */
static void test_wrong(void)
{
	static const char wrong[] = "b[3] is 1, not 2";

	make_group();
	launches[1][4].evidence.n_late = 3;
	snprintf(launches[1][4].wrong, sizeof(launches[1][4].wrong), "%s", wrong);
	aisp_group_conclude(&g);
	ok(!strcmp(why(1), "optimized: wrong: b[3] is 1, not 2 "
			   "(timing.incomplete_async_ops: 3 output lines changed after "
			   "the answer)"),
	   "a wrong element comes before the check that found something");
	make_group();
	snprintf(launches[1][4].wrong, sizeof(launches[1][4].wrong), "%s", wrong);
	launches[1][4].evidence.n_elems = 10;
	launches[1][4].evidence.n_nan = 1;
	aisp_group_conclude(&g);
	ok(!strcmp(why(1),
		   "optimized: wrong: b[3] is 1, not 2 (output.invalid_values_nan)"),
	   "which says no more if it is about outputs");
	launches[1][4].status = AISP_LAUNCH_CRASHED;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "what a crashed launch left is nothing");
}

static void test_arms(void)
{
	make_group();
	g.library = 2;
	g.arms[2].is_wanted = false;
	aisp_group_conclude(&g);
	ok(!g.versus_baseline[2].result.n_pairs,
	   "what nobody asked for is not compared");
	ok(g.versus_library[1].result.outcome == AISP_OUTCOME_SLOWER &&
		   g.versus_library[1].other == 2,
	   "what was is, with the library too");
	make_group();
	g.arms[1].status = AISP_ARM_FAILED;
	aisp_group_conclude(&g);
	ok(!g.versus_baseline[1].result.n_pairs &&
		   g.versus_baseline[2].result.n_pairs == N_BLOCKS,
	   "nor what failed");
	make_group();
	g.arms[0].status = AISP_ARM_SKIPPED;
	aisp_group_conclude(&g);
	ok(!g.versus_baseline[1].result.n_pairs, "and nothing without its baseline");
}

int main(void)
{
	test_pairs();
	test_clocks();
	test_checks();
	test_machine();
	test_wrong();
	test_arms();
	return done();
}
