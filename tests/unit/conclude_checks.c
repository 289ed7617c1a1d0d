/* SPDX-License-Identifier: MIT
 *
 * From hand-made launches to verdicts: failed checks that make a result INVALID, facts
 * that blame the machine, and remarks beside a verdict.
 */
#include "conclude_group.h"

/* The user gave the data; on others arm 1 takes that many times as long. */
static void set_user_inputs(double times)
{
	make_group();
	for (int a = 0; a < 2; a++)
		for (int i = 0; i <= N_BLOCKS; i++) {
			launches[a][i].evidence.is_fresh = 0;
			launches[a][i].evidence.call_ns = 1e6;
			launches[a][i].evidence.fresh_ns = a ? 1e6 * times : 1e6;
		}
	aisp_group_conclude(&g);
}

static void test_notes(void)
{
	set_user_inputs(1.1);
	ok(outcome(1) == AISP_OUTCOME_FASTER &&
		   strstr(g.versus_baseline[1].result.why, "same data in every"),
	   "data that repeat are named");
	set_user_inputs(5);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(g.versus_baseline[1].result.why, "may remember"),
	   "who is slow on others may remember them");
	set_user_inputs(1.9);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(g.versus_baseline[1].result.why, "may remember"),
	   "who is twice as fast by half of the answer, known by heart, too");
	set_user_inputs(1.7);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "a gain that is left on others counts");
	make_group();
	launches[1][0].evidence.heldout_declined = 1;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER &&
		   strstr(g.versus_baseline[1].result.why, "only at: "),
	   "who declines other sizes won at one");
	make_group();
	g.narrow = "keys";
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER &&
		   strstr(g.versus_baseline[1].result.why,
			  "only for: integers of 8 bits in 'keys'"),
	   "integers that a workload leaves to the default fill are told");
}

/* In every launch arm 1, twice as fast, had that long after a call of 2 ms. */
static const char *behind(double after_ns, enum aisp_device device)
{
	make_group();
	g.device = device;
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[1][i].evidence.call_ns = 2e6;
		launches[1][i].evidence.after_ns = after_ns;
	}
	aisp_group_conclude(&g);
	return outcome(1) == AISP_OUTCOME_FASTER ? g.versus_baseline[1].result.why
						 : "not FASTER";
}

static void test_behind(void)
{
	ok(!behind(1.9e6, AISP_DEVICE_CPU)[0],
	   "what lay behind a call is too little to explain it");
	ok(strstr(behind(2.1e6, AISP_DEVICE_CPU), "105 % of a call's time, which") &&
		   strstr(why(1), "stands; larger sizes (--param)"),
	   "or could, and is told");
	ok(!behind(2.1e6, AISP_DEVICE_CUDA)[0], "a GPU is idle when a call has ended");
}

/* Arm 1 saves 2 ms of 4, and takes that much longer than the baseline to wake up. */
static const char *awake(double more_ns, double disturbed_ns)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].evidence.wake_ns = 50e3;
		launches[1][i].evidence.wake_ns = 50e3 + more_ns;
		launches[1][i].evidence.sample_ns = 2e6;
	}
	for (int i = 1; i < 5; i++)
		launches[1][i].evidence.wake_ns += disturbed_ns;
	aisp_group_conclude(&g);
	return outcome(1) == AISP_OUTCOME_FASTER ? "FASTER"
						 : g.versus_baseline[1].result.why;
}

static void test_awake(void)
{
	ok(!strcmp(awake(1.9e6, 0), "FASTER"), "it saved more than it had time for");
	ok(!strcmp(awake(2.1e6, 0), "optimized was busy for 2.1e+03 us longer than "
				    "baseline before each sample, in no call's time: "
				    "it could explain this"),
	   "who may have done it while it came awake is not faster");
	ok(!strcmp(awake(0, 1e9), "FASTER"), "though a few launches were kept from it");
	launches[1][1].evidence.wake_ns = NAN;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "nor if one does not know");
}

/* Half of the samples of arm 1, which is twice as fast, were retaken, and took that
 * many times as long as the others. */
static const char *chosen(double times)
{
	make_group();
	for (int a = 0; a < 2; a++)
		for (int i = 0; i <= N_BLOCKS; i++) {
			struct aisp_measured *m = &launches[a][i];

			m->evidence.n_samples = m->evidence.n_retaken = 3;
			m->evidence.call_ns = m->median_ns;
			m->evidence.tried_ns = m->median_ns * sqrt(a ? times : 1);
		}
	aisp_group_conclude(&g);
	return outcome(1) == AISP_OUTCOME_FASTER ? "FASTER"
						 : g.versus_baseline[1].result.why;
}

static void scale_tries(int arm, double times)
{
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[arm][i].evidence.tried_ns *= times;
	aisp_group_conclude(&g);
}

static void test_chosen(void)
{
	ok(!strcmp(chosen(1.1), "FASTER"), "who is preempted runs a little longer");
	ok(!strcmp(chosen(3.9), "FASTER"), "more than it saved is not chosen");
	ok(!strncmp(chosen(4.1), "samples of optimized that were taken again ran", 46),
	   "data may be chosen by what is taken again");
	scale_tries(0, 4);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "not where the baseline's are");
	chosen(1.1);
	scale_tries(0, 0.05);
	ok(outcome(1) == AISP_OUTCOME_FASTER,
	   "nor where its threads yield while they wait, and seem to run shortly");
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.mean_ns = 1.2 * launches[1][i].median_ns;
	scale_tries(1, 2.2);
	ok(outcome(1) == AISP_OUTCOME_FASTER,
	   "nor if slow samples that count are as slow");
	for (int a = 0; a < 2; a++) {
		chosen(4.1);
		scale_tries(a, NAN);
		ok(outcome(1) == AISP_OUTCOME_FASTER, "nor where nobody knows");
	}
}

/* On other data the baseline takes twice as long and arm 1 six times. */
static void test_remembered(void)
{
	make_group();
	for (int a = 0; a < 2; a++)
		for (int i = 0; i <= N_BLOCKS; i++) {
			launches[a][i].evidence.is_fresh = 0;
			launches[a][i].evidence.call_ns = a ? 1e6 : 3e6;
			if (a || i < 2)
				launches[a][i].evidence.fresh_ns = 6e6;
		}
	launches[0][0].evidence.fresh_ns = 3e6; /* the geometric mean is 2 */
	launches[0][1].evidence.fresh_ns = 12e6;
	launches[1][3].evidence.fresh_ns = 1e12;
	launches[1][3].evidence.is_disturbed = 1;
	limits.n_pairs = N_BLOCKS - 1;
	aisp_group_conclude(&g);
	ok(!strcmp(g.versus_baseline[1].result.why,
		   "same data in every call; on others optimized takes 3 times as "
		   "long: it may remember them"),
	   "beside the other arm, by the launches that count and know");
	make_group();
	for (int i = 1; i <= N_BLOCKS; i++)
		launches[1][i].evidence.is_fresh = 0;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER && !g.versus_baseline[1].result.why[0],
	   "no word unless the first launch says that data repeat");
	set_user_inputs(5);
	swap_arms();
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_SLOWER && !g.versus_baseline[1].result.why[0],
	   "nor of who lost");
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
		   "optimized: timing.incomplete_async_ops: "
		   "3 output lines changed after the answer"),
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

/* Differences that noise can cause are not held against a variant. */
static void test_machine(void)
{
	static struct aisp_peaks peaks;
	int n_passed = 0;

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
	limits.peaks.cpu = &peaks;
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.sol_fraction = 2;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INVALID, "faster than a roof: INVALID");
	g.margin = 0.02;
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.sol_fraction = i % 3 ? 1.06 : 2;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE,
	   "unless by less than the noise of most launches");
	g.margin = 0.009;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INVALID, "by more than the noise");
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
	for (int k = 0; k < 3; k++) {
		g.arms[1].heldout =
			(struct aisp_heldout){ .is_tried = k != 0,
					       .is_disturbed = k != 1,
					       .call_ns = k == 2 ? 1e6 : NAN };
		aisp_group_conclude(&g);
		n_passed += outcome(1) == AISP_OUTCOME_FASTER;
	}
	ok(n_passed == 3, "what was not tried, not disturbed, or measured once, is");
}

static void test_blame(void)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[0][i].evidence.n_heat_events = 3;
	snprintf(g.busy, sizeof(g.busy), "machine busy");
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   outcome(2) == AISP_OUTCOME_INCONCLUSIVE,
	   "a hot baseline leaves all open");
	make_group();
	snprintf(g.busy, sizeof(g.busy), "machine busy");
	aisp_group_conclude(&g);
	ok(!why(1)[0], "who was busy is nobody's matter where all is told");
}

/* Clock and events differ in all launches, on a GPU that others use or not. */
static void test_gpu_busy(void)
{
	for (int is_busy = 0; is_busy < 2; is_busy++) {
		make_group();
		for (int i = 0; i <= N_BLOCKS; i++) {
			struct aisp_evidence *e = &launches[1][i].evidence;

			e->is_gpu = 1;
			e->call_ns = e->sample_ns = 2e6;
			e->event_ns = 1e6;
			e->gpu_busy_share = is_busy ? 0.5 : 0.1;
		}
		aisp_group_conclude(&g);
		ok(outcome(1) == (is_busy ? AISP_OUTCOME_INCONCLUSIVE
					  : AISP_OUTCOME_INVALID) &&
			   !is_busy == !strstr(why(1), "GPU busy"),
		   is_busy ? "on a busy GPU that tells nothing"
			   : "whose events are elsewhere is INVALID");
	}
}

/* Undecided pairs, and a GPU that others used in n_busy launches of an arm. */
static const char *kept_waiting(int arm, int n_busy)
{
	set_ratio(1);
	for (int i = 0; i <= N_BLOCKS; i++) {
		if (i % 2)
			launches[1][i].median_ns *= 1.1;
		launches[arm][i].evidence.gpu_busy_share = i < n_busy ? 0.5 : 0.1;
	}
	aisp_group_conclude(&g);
	return outcome(1) == AISP_OUTCOME_INCONCLUSIVE ? why(1) : "GPU busy";
}

static void test_kept_waiting(void)
{
	ok(strstr(kept_waiting(0, N_BLOCKS / 2 + 1), "GPU busy: others kept") != NULL &&
		   strstr(kept_waiting(1, N_BLOCKS / 2 + 1), "; GPU busy") != NULL,
	   "who had the GPU in most launches of an arm may be the reason");
	ok(!strstr(kept_waiting(1, N_BLOCKS / 2), "GPU busy"), "not in fewer");
}

/* At other sizes it took nine times as long, on a GPU that others used as well. */
static void test_gap_on_busy_gpu(void)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[1][i].evidence.heldout_gap = 9;
		launches[1][i].evidence.heldout_gap_running = 9;
		launches[1][i].evidence.heldout_declined = 0;
		launches[1][i].evidence.gpu_busy_share = 0.5;
	}
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(why(1), "near the public ones is not known: GPU busy"),
	   "a gap on a GPU that others use tells nothing");
}

/* At other sizes it took nine times as long, because of a queue for a CPU or not. */
static void test_queued(void)
{
	for (int in_queue = 0; in_queue < 2; in_queue++) {
		make_group();
		for (int i = 0; i <= N_BLOCKS; i++) {
			launches[1][i].evidence.heldout_gap = 9;
			launches[1][i].evidence.heldout_gap_running = in_queue ? 2 : 9;
			launches[1][i].evidence.heldout_declined = 0;
		}
		aisp_group_conclude(&g);
		ok(outcome(1) == (in_queue ? AISP_OUTCOME_INCONCLUSIVE
					   : AISP_OUTCOME_INVALID) &&
			   !in_queue == !strstr(why(1), "machine busy"),
		   in_queue ? "one that waiting explains is the machine's"
			    : "a gap is the variant's");
	}
}

/* A wrong output is reported before all else. */
static void test_wrong(void)
{
	static const char wrong[] = "b[3] is 1, not 2";

	make_group();
	launches[1][4].evidence.n_late = 3;
	snprintf(launches[1][4].wrong, sizeof(launches[1][4].wrong), "%s", wrong);
	aisp_group_conclude(&g);
	ok(!strcmp(why(1), "optimized: wrong: b[3] is 1, not 2 "
			   "(timing.incomplete_async_ops: 3 output lines "
			   "changed after the answer)"),
	   "a wrong element comes before the check that found something");
	make_group();
	snprintf(launches[1][4].wrong, sizeof(launches[1][4].wrong), "%s", wrong);
	launches[1][4].evidence.n_elems = 10;
	launches[1][4].evidence.n_nan = 1;
	aisp_group_conclude(&g);
	ok(!strcmp(why(1),
		   "optimized: wrong: b[3] is 1, not 2 (output.invalid_values_nan)"),
	   "which says no more if it is about outputs");
	snprintf(g.arms[1].heldout.fault, sizeof(g.arms[1].heldout.fault), "elems=7");
	aisp_group_conclude(&g);
	ok(strstr(why(1), "b[3]") != NULL,
	   "what is wrong here comes before other sizes");
	make_group();
	launches[1][0].evidence.heldout_wrong = 1;
	launches[1][0].evidence.heldout_elems = 7;
	launches[1][0].evidence.hostile_elems = 7;
	launches[1][0].evidence.hostile_wrong = 0;
	snprintf(g.arms[1].heldout.fault, sizeof(g.arms[1].heldout.fault),
		 "elems=7, normal inputs: %s", wrong);
	aisp_group_conclude(&g);
	ok(strstr(why(1), "optimized: wrong: elems=7, normal inputs: b[3]") != NULL,
	   "what is wrong at other sizes is said with them");
	make_group();
	snprintf(launches[1][4].wrong, sizeof(launches[1][4].wrong), "%s", wrong);
	launches[1][4].evidence.n_elems = 10;
	launches[1][4].evidence.n_nan = 1;
	launches[1][4].status = AISP_LAUNCH_CRASHED;
	limits.n_pairs = N_BLOCKS - 1;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_FASTER, "what a crashed launch left is nothing");
	make_group();
	launches[1][0].evidence.n_elems = 10;
	launches[1][0].evidence.n_nan = 1;
	snprintf(launches[1][0].wrong, sizeof(launches[1][0].wrong), "?");
	aisp_group_conclude(&g);
	ok(!strcmp(why(1), "optimized: wrong: ? (output.invalid_values_nan)"),
	   "the pilot's count, however short the word");
}

/* Arm 1 against arm 2, the library. */
static const struct aisp_comparison *versus_library(void)
{
	g.library = 2;
	aisp_group_conclude(&g);
	return &g.versus_library[1].result;
}

static void test_library(void)
{
	make_group();
	aisp_group_conclude(&g);
	ok(!g.versus_library[1].result.n_pairs, "no library, nothing against it");
	ok(versus_library()->n_pairs == N_BLOCKS && !g.versus_library[2].result.n_pairs,
	   "nor the library itself");
	launches[2][4].evidence.n_late = 3;
	ok(versus_library()->outcome == AISP_OUTCOME_INVALID &&
		   outcome(1) == AISP_OUTCOME_FASTER,
	   "its failed check is that comparison's");
	make_group();
	g.arms[2].status = AISP_ARM_FAILED;
	ok(!versus_library()->n_pairs, "one that failed is not compared with");
}

static void test_advice(void)
{
	set_ratio(1);
	for (int i = 0; i <= N_BLOCKS; i += 2)
		launches[1][i].median_ns *= 1.1;
	g.arms[1].pattern = "ch01:add@cpu";
	aisp_group_conclude(&g);
	ok(strstr(g.versus_baseline[1].advice, "--pairs") != NULL,
	   "what more pairs may tell is advised");
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
	make_group();
	g.n_arms = 2;
	aisp_group_conclude(&g);
	ok(!g.versus_baseline[2].result.n_pairs, "nor what is no arm");
}

int main(void)
{
	test_notes();
	test_behind();
	test_awake();
	test_chosen();
	test_remembered();
	test_checks();
	test_machine();
	test_blame();
	test_queued();
	test_gap_on_busy_gpu();
	test_gpu_busy();
	test_kept_waiting();
	test_wrong();
	test_library();
	test_advice();
	test_arms();
	return done();
}
