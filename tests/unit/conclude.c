/* SPDX-License-Identifier: MIT
 *
 * From hand-made launches to verdicts: pairing, and the effects of clocks, of means,
 * and of inputs that a call could see before its bell.
 */
#include "conclude_group.h"

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
	ok(r->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(r->why, "FASTER by 8 pairs"),
	   "but what is left of the plan's first look is too little");
	limits.n_pairs = N_BLOCKS - 2;
	ok(decide()->outcome == AISP_OUTCOME_FASTER, "unless nobody asked for more");
}

static void test_others(void)
{
	double lo, hi;

	make_group();
	lo = decide()->speedup_lo;
	hi = decide()->speedup_hi;
	snprintf(g.busy, sizeof(g.busy), "machine busy: others used 1.0 of 2 CPUs");
	ok(decide()->speedup_lo < lo && decide()->speedup_hi > hi,
	   "beside others the interval is wider");
	g.device = AISP_DEVICE_CUDA;
	ok(decide()->speedup_lo == lo, "not on a GPU, which they do not use");
}

/* A block may have many launches in a saved run that somebody edited. */
static void test_crowded_block(void)
{
	static struct aisp_measured many[AISP_MAX_LAUNCHES];

	make_group();
	for (int i = 0; i < AISP_MAX_LAUNCHES; i++) {
		many[i] = launches[0][1];
		many[i].evidence.sm_mhz = 1000;
	}
	g.arms[0].launches = many;
	g.arms[0].n_launches = AISP_MAX_LAUNCHES;
	ok(decide()->n_pairs == AISP_MAX_LAUNCHES,
	   "as many launches as there can be, all of one block");
}

/* In each block arm 1 runs at `mhz`, the baseline at 1000 MHz. */
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
	set_ratio(1.0125);
	g.device = AISP_DEVICE_CUDA;
	set_clocks(1005);
	ok(decide()->outcome == AISP_OUTCOME_FASTER,
	   "half a percent of clock takes no gain of 1.25 % away");
	set_ratio(1.015);
	g.device = AISP_DEVICE_CUDA;
	set_clocks(1015);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE,
	   "one and a half percent does one of 1.5 %");
}

/* The margin's words if both arms are the same and one launch has that resolution. */
static const char *margin_words(int arm, double resolution_ns)
{
	set_ratio(1);
	g.margin = 0.07;
	for (int i = 0; i <= N_BLOCKS; i++)
		for (int a = 0; a < 2; a++) {
			launches[a][i].evidence.sample_ns = 10000;
			launches[a][i].evidence.resolution_ns = 10;
		}
	launches[arm][4].evidence.resolution_ns = resolution_ns;
	return decide()->why;
}

static void test_wide(void)
{
	ok(!strcmp(margin_words(0, 600),
		   "margin of 7 % (samples too short for the clock) is too wide to "
		   "call anything SAME; more launches would not help"),
	   "the shortest sample made the margin wide");
	ok(strstr(margin_words(1, 501), "too short for the clock") != NULL,
	   "of either arm");
	ok(strstr(margin_words(1, 500), "(machine noise) is too wide") != NULL,
	   "up to 5 % it is noise");
	set_ratio(1);
	ok(decide()->outcome == AISP_OUTCOME_SAME && !decide()->why[0],
	   "no word where all is well");
	set_ratio(1);
	for (int i = 0; i <= N_BLOCKS; i += 2)
		launches[1][i].median_ns *= 1.1;
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "after 10 pairs") &&
		   !strstr(decide()->why, "would not help"),
	   "nor another where pairs are too few");
}

/* In every launch arm 1 could see its inputs for that long before the bell. */
static void set_free(double ns)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[1][i].evidence.call_ns = 2e6;
		launches[1][i].evidence.free_ns = ns;
	}
}

static void test_free_time(void)
{
	set_free(1e6);
	ok(decide()->outcome == AISP_OUTCOME_FASTER && is_about(decide()->margin, 0.5),
	   "half a call before the bell cannot explain twice the speed");
	set_free(2.1e6);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "before the bell") &&
		   strstr(decide()->why, "--param"),
	   "more than a call can");
	ok(strstr(decide()->why, "as long as 105 % of a") != NULL, "and says how much");
	ok(strstr(decide()->why, "; more launches would not help") != NULL,
	   "why the pairs end early");
	set_free(1e6);
	launches[1][0].evidence.free_ns = 1e9;
	launches[1][1].evidence.free_ns = 1.4e6;
	launches[1][2].evidence.free_ns = 0.7e6;
	launches[1][3].evidence.free_ns = NAN;
	launches[1][4].evidence.free_ns = 1e9;
	launches[1][4].evidence.is_disturbed = 1;
	ok(fabs(decide()->margin - (0.7 + 0.35 + 6 * 0.5) / 8) < 1e-12,
	   "the mean of the launches that count and know");
}

/* The interval crosses a margin that is neither noise nor the user's. */
static void test_margin_of_bell(void)
{
	set_ratio(1.2);
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[1][i].median_ns *= i % 2 ? 1.05 : 0.95;
		launches[1][i].evidence.call_ns = 1e6;
		launches[1][i].evidence.free_ns = 157e3;
	}
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "crosses the margin of 15.7 %; that is how "
					 "long inputs are there before"),
	   "the reason has the margin and what made it");
	ok(decide()->margin_of == AISP_MARGIN_OF_BELL, "and the advice can tell");
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.free_ns = 0;
	g.margin = 0.157;
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   !strstr(decide()->why, "bell") &&
		   decide()->margin_of == AISP_MARGIN_OF_MACHINE,
	   "which the machine's noise is not");
}

/* A share that explains one arm's win is nothing to the other's. */
static void test_free_time_of_loser(void)
{
	set_free(2.1e6);
	swap_arms();
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "as long as 105 % of a"),
	   "SLOWER allows for what the baseline could do before its bell");
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].evidence.call_ns = 2e6;
		launches[0][i].evidence.free_ns = 2.1e6;
	}
	ok(decide()->outcome == AISP_OUTCOME_FASTER && is_about(decide()->margin, 0.01),
	   "FASTER does not");
	swap_arms();
	ok(decide()->outcome == AISP_OUTCOME_SLOWER && is_about(decide()->margin, 0.01),
	   "nor SLOWER for the variant's");
}

/* Launches at other sizes are others than the pairs. */
static void test_untold(void)
{
	make_group();
	g.arms[1].is_wanted = true;
	g.arms[1].heldout = (struct aisp_heldout){ .is_tried = true,
						   .is_disturbed = true,
						   .call_ns = NAN };
	aisp_group_conclude(&g);
	ok(strstr(g.versus_baseline[1].result.why,
		  "10 pairs at the announced size cannot tell") != NULL,
	   "launches disturbed at other sizes leave the pairs that count");
	make_group();
	launches[1][3].evidence.is_disturbed = 1;
	ok(strstr(decide()->why,
		  "others disturbed 1 of 10 pairs, which do not count") != NULL,
	   "and those that do not count are told");
}

/* In every launch outputs may lack that share of their terms. */
static void set_loose(double share)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++)
		launches[1][i].evidence.loose_share = share;
}

static void test_loose(void)
{
	set_loose(0.4);
	ok(decide()->outcome == AISP_OUTCOME_FASTER &&
		   is_about(decide()->margin, 2.0 / 3),
	   "two fifths left out cannot explain twice the speed");
	set_loose(0.6);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "lets 150 % of a call be left out"),
	   "three fifths can");
	set_loose(0);
	ok(is_about(decide()->margin, 0.01), "none: the margin is the machine's");
}

/* In every launch arm 1's mean is that share of the baseline's. */
static void set_mean(double share)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].evidence.mean_ns = launches[0][i].median_ns;
		launches[1][i].evidence.mean_ns = launches[0][i].median_ns * share;
	}
}

static void test_means(void)
{
	set_mean(0.6);
	ok(decide()->outcome == AISP_OUTCOME_FASTER &&
		   is_about(decide()->speedup, 1 / 0.6),
	   "the mean is faster, too: so much");
	set_mean(0.69);
	ok(decide()->outcome == AISP_OUTCOME_FASTER &&
		   is_about(decide()->speedup, 1 / 0.69) &&
		   strstr(decide()->why, "by the mean of the samples"),
	   "by more than half of it, which is said");
	set_mean(0.5);
	launches[1][3].evidence.mean_ns *= 1.5;
	ok(is_about(decide()->speedup, 2), "one slow launch is anybody's");
	set_mean(0.73);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE, "by less than half");
	set_mean(0.99);
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "1.01x by their mean"),
	   "slow calls that work for the fast ones are not left out");
	swap_arms();
	ok(decide()->outcome == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(decide()->why, "SLOWER by the median"),
	   "on either side");
}

/* In every launch errors are these shares of the bound. */
static const char *say_errors(double baseline, double optimized)
{
	make_group();
	for (int i = 0; i <= N_BLOCKS; i++) {
		launches[0][i].evidence.rms_ratio = baseline;
		launches[1][i].evidence.rms_ratio = optimized;
	}
	aisp_group_conclude(&g);
	return g.versus_baseline[1].result.why;
}

static void test_exactness(void)
{
	ok(strstr(say_errors(0.001, 0.05), "less exact: its errors are 5 % of the") &&
		   g.versus_baseline[1].result.outcome == AISP_OUTCOME_FASTER,
	   "a win is one with many times the errors, which is said");
	ok(!strstr(say_errors(0.01, 0.05), "less exact"), "not with some times");
	ok(!strstr(say_errors(0.0001, 0.005), "less exact"), "nor with small ones");
	ok(!strstr(say_errors(NAN, 0.05), "less exact"), "nor if they are unknown");
	ok(strstr(say_errors(0, 0.05), "those of baseline 0 %") != NULL,
	   "the baseline has none");
}

/* Arm 1 has twice the score, in half the time, which is the most that it may take. */
static void test_time_of_score(void)
{
	make_group();
	g.merit = (struct aisp_merit){ .is_score = true,
				       .more_is_better = true,
				       .max_times = 0.5 };
	snprintf(g.busy, sizeof(g.busy), "machine busy: others used 1.0 of 2 CPUs");
	for (int i = 0; i <= N_BLOCKS; i++)
		for (int a = 0; a < 2; a++) {
			launches[a][i].scores.n = 1;
			launches[a][i].scores.value = 1 + a;
			launches[a][i].evidence.own_bytes = -1;
		}
	g.arms[2].is_wanted = false;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(why(1), "crosses the limit of 0.5; machine busy"),
	   "others change the time that a score may take");
	snprintf(g.ended, sizeof(g.ended), "--suite-timeout was over");
	aisp_group_conclude(&g);
	ok(strstr(why(1), "; --suite-timeout was over; machine busy") != NULL,
	   "what ended the run is named where nothing is decided");
	g.merit.max_times = 1;
	aisp_group_conclude(&g);
	ok(outcome(1) == AISP_OUTCOME_BETTER && !strstr(why(1), "busy") &&
		   !strstr(why(1), "timeout"),
	   "and nothing else of it");
}

static void test_only(void)
{
	make_group();
	snprintf(g.arms[1].only, sizeof(g.arms[1].only), "rows == 8");
	aisp_group_conclude(&g);
	ok(!strcmp(g.versus_baseline[1].result.why, "only where: rows == 8"),
	   "who says which sizes it serves won at these");
}

int main(void)
{
	test_pairs();
	test_others();
	test_crowded_block();
	test_clocks();
	test_wide();
	test_free_time();
	test_margin_of_bell();
	test_free_time_of_loser();
	test_untold();
	test_loose();
	test_means();
	test_exactness();
	test_only();
	test_time_of_score();
	return done();
}
