/* SPDX-License-Identifier: MIT
 *
 * The arms that the next block launches, and the blocks after which a group is judged.
 */
#include <math.h>

#include "decide/looks.h"
#include "tap.h"

#define N_BLOCKS 10
#define N_ARMS   4 /* the baseline, two variants, and what is none of the group's */

static double samples_ns[2] = { 1e9, 2e9 };
static struct aisp_measured launches[N_ARMS][N_BLOCKS + 1];
static struct aisp_limits limits;
static struct aisp_group g;

/* Arm 1 is twice as fast as the baseline, arm 2 at times faster and at times slower. */
static void make_group(void)
{
	limits = (struct aisp_limits){ 0 };
	g = (struct aisp_group){ .n_arms = 3, .margin = 0.01, .limits = &limits };
	for (int i = 0; i < N_ARMS; i++) {
		g.arms[i] = (struct aisp_arm){ .status = AISP_ARM_OK,
					       .is_wanted = i > 0,
					       .n_launches = N_BLOCKS + 1,
					       .launches = launches[i] };
		for (int k = 0; k <= N_BLOCKS; k++) {
			launches[i][k] = (struct aisp_measured){
				.status = AISP_LAUNCH_OK,
				.block = k - 1,
				.calls_per_sample = 3,
				.n_samples = 2,
				.samples_ns = samples_ns,
				.median_ns = i == 1 ? 1e6
					     : i    ? 2e6 + 1e5 * (k % 2 * 2 - 1)
						    : 2e6
			};
			aisp_evidence_init(&launches[i][k].evidence);
		}
	}
}

static bool is_block(const char *want)
{
	int arms[AISP_MAX_ARMS], n = aisp_list_block(&g, arms), is_right = 1;

	for (int k = 0; k < n; k++)
		is_right &= want[k] == '0' + arms[k];
	return is_right && !want[n];
}

static void test_open(void)
{
	make_group();
	ok(aisp_count_open(&g) == 2 && is_block("012"), "all that is wanted, at first");
	g.arms[2].is_wanted = false;
	ok(aisp_count_open(&g) == 1 && is_block("01"), "not what only serves others");
	g.library = 2;
	ok(aisp_count_open(&g) == 1 && is_block("012"), "but for the library");
	g.arms[2].status = AISP_ARM_FAILED;
	ok(is_block("01"), "if it runs");
	g.arms[1].status = AISP_ARM_SKIPPED;
	ok(!aisp_count_open(&g), "nothing is left");
	make_group();
	g.arms[0].is_settled = true;
	ok(!aisp_count_open(&g), "nor where the baseline cannot be trusted");
	g.arms[0].is_settled = false;
	g.arms[0].status = AISP_ARM_FAILED;
	ok(!aisp_count_open(&g), "or does not run");
}

static void test_look(void)
{
	make_group();
	aisp_group_look(&g);
	ok(g.versus_baseline[1].result.outcome == AISP_OUTCOME_FASTER &&
		   g.arms[1].is_settled && !g.arms[2].is_settled && is_block("02"),
	   "what is decided is settled, the rest goes on");
	ok(launches[0][0].evidence.margin == 0.01, "facts of the group are up to date");
	g.margin = 0.2;
	aisp_group_look(&g);
	ok(g.arms[2].is_settled && g.versus_baseline[2].result.is_too_wide,
	   "no pairs help where the margin is too wide");
	make_group();
	g.arms[1].is_settled = true;
	g.arms[2].is_wanted = false;
	aisp_group_look(&g);
	ok(!g.versus_baseline[1].result.n_pairs && !g.versus_baseline[2].result.n_pairs,
	   "what is settled or unwanted is not looked at again");
}

/* Each block has 3 calls of 1 s and 3 of 2 s: 90 s in ten blocks, without the pilot. */
static void test_min_time(void)
{
	make_group();
	ok(aisp_has_min_time(&g, &limits), "by default none is asked for");
	limits.min_time_s = 90;
	ok(aisp_has_min_time(&g, &limits), "timed for as long as was asked for");
	limits.min_time_s = 90.1;
	ok(!aisp_has_min_time(&g, &limits), "or not");
	limits.min_time_s = 90;
	g.arms[0].n_launches--;
	ok(!aisp_has_min_time(&g, &limits), "the baseline too");
	make_group();
	limits.min_time_s = 90;
	g.arms[2].n_launches--;
	ok(!aisp_has_min_time(&g, &limits), "and each that is open");
	g.arms[2].is_settled = true;
	ok(aisp_has_min_time(&g, &limits), "but not what is settled");
}

/* Is the group judged after that many blocks, and when next? */
static bool looks(int n_blocks, bool is_look, int next)
{
	g.n_blocks = n_blocks;
	return aisp_is_group_look(&g, &limits) == is_look &&
	       aisp_next_group_look(&g, &limits) == next;
}

static void test_looks(void)
{
	make_group();
	ok(looks(9, false, 10) && looks(10, true, 15) && looks(11, false, 15),
	   "the plan's looks");
	ok(looks(160, true, 161), "after the last each block may be one");
	limits.min_time_s = 100;
	ok(looks(10, false, 15), "not before the least time");
	limits.n_pairs = 12;
	ok(looks(10, false, 12) && looks(12, false, 13) && looks(24, true, 25),
	   "the user's number of pairs is looked at when there are so many");
}

/* Of ten blocks the user wants n; those from the pilot on are disturbed, so many. */
static bool is_enough(int n_pairs, int n_blocks, int n_disturbed)
{
	make_group();
	limits.n_pairs = n_pairs;
	g.n_blocks = n_blocks;
	for (int i = 0; i < g.n_arms; i++)
		g.arms[i].n_launches = n_blocks + 1;
	for (int k = 1; k <= n_disturbed; k++)
		launches[k % 2 ? 0 : 2][k].evidence.is_disturbed = 1;
	return aisp_is_group_look(&g, &limits);
}

static void test_anew(void)
{
	ok(is_enough(5, 5, 0) && !is_enough(5, 4, 0), "five pairs of five");
	ok(!is_enough(5, 5, 1) && aisp_count_whole(&g) == 4,
	   "a disturbed pair is measured anew");
	ok(is_enough(5, 7, 2) && aisp_next_group_look(&g, &limits) == 8,
	   "until there are so many");
	ok(!is_enough(5, 9, 6) && is_enough(5, 10, 6), "or twice as many in all");
	is_enough(5, 7, 3);
	g.arms[2].is_settled = true;
	ok(aisp_count_whole(&g) == 5, "of what is open");
	g.merit.is_score = true;
	ok(aisp_count_whole(&g) == 7, "a score counts although others had the CPUs");
	g.merit.max_times = 2;
	ok(aisp_count_whole(&g) == 5, "not the time that it may take");
}

static void test_allowed(void)
{
	make_group();
	g.n_blocks = 9;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 4e9, "longer until the first look");
	g.n_blocks = 10;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 1e9, "not where it saw no pairs");
	g.versus_baseline[2].result.n_pairs = 10;
	g.versus_baseline[1].result.n_pairs = 3;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 4e9,
	   "longer where the rest is to be had");
	g.versus_baseline[1].result.n_pairs = 2;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 1e9, "not where it is not");
	g.versus_baseline[1].result.n_pairs = 9;
	g.arms[1].is_settled = true;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 1e9, "that is open");
	g.versus_baseline[1].result.n_pairs = 10;
	g.arms[1].is_settled = false;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 1e9, "and no longer then");
	g.n_blocks = 9;
	limits.until_s = 1;
	ok(aisp_allowed_ns(&g, &limits, 1e9) == 1e9, "the user's limit is the limit");
}

int main(void)
{
	test_open();
	test_look();
	test_min_time();
	test_looks();
	test_anew();
	test_allowed();
	return done();
}
