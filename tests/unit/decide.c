/* SPDX-License-Identifier: MIT
 *
 * The decision rule on hand-made pairs.  Bounds are computed here from the published t
 * table, outcomes from the rule's text.
 */
#include <math.h>
#include <string.h>

#include "decide/decide.h"
#include "tap.h"

#define MARGIN 0.01
#define MAX_N  40

static struct aisp_comparison c;

/* n pairs with a baseline of 1000 ns, whose d repeat these values. */
static enum aisp_outcome decide(int n, const double *d, int n_d)
{
	double base[MAX_N], opt[MAX_N];

	for (int i = 0; i < n; i++) {
		base[i] = 1000;
		opt[i] = 1000 * exp(d[i % n_d]);
	}
	memset(&c, 0xff, sizeof(c));
	aisp_decide(base, opt, n, MARGIN, &c);
	return c.outcome;
}

/* d alternates between mean - spread and mean + spread. */
static enum aisp_outcome around(int n, double mean, double spread)
{
	return decide(n, (double[]){ mean - spread, mean + spread }, 2);
}

static void test_words(void)
{
	ok(around(10, -0.1, 0.02) == AISP_OUTCOME_FASTER, "FASTER");
	ok(c.is_decided_early && !c.why[0] && c.n_pairs == 10, "early, nothing to add");
	ok(around(10, 0.1, 0.02) == AISP_OUTCOME_SLOWER, "SLOWER");
	ok(around(10, 0.001, 0.002) == AISP_OUTCOME_SAME, "SAME");
	ok(around(10, -0.01, 0.05) == AISP_OUTCOME_INCONCLUSIVE, "INCONCLUSIVE");
	ok(!c.is_decided_early && strstr(c.why, "10 pairs"), "and says why");
	ok(around(10, -0.0105, 0.001) == AISP_OUTCOME_INCONCLUSIVE &&
		   around(10, 0.0105, 0.001) == AISP_OUTCOME_INCONCLUSIVE,
	   "significant against 0 but not against the margin");
	ok(strcmp(aisp_outcome_name(AISP_OUTCOME_SKIPPED), "SKIPPED") == 0 &&
		   strcmp(aisp_outcome_name(AISP_OUTCOME_SAME), "SAME") == 0 &&
		   strcmp(aisp_outcome_name(AISP_OUTCOME_INVALID), "INVALID") == 0 &&
		   AISP_OUTCOME_INCONCLUSIVE == 0,
	   "names");
}

/* 20 pairs within 1 % of each other, at that margin. */
static enum aisp_outcome at_margin(double margin, double mean)
{
	double base[20], opt[20];

	for (int i = 0; i < 20; i++) {
		base[i] = 1000;
		opt[i] = 1000 * exp(mean + (i % 2 ? 0.001 : -0.001));
	}
	aisp_decide(base, opt, 20, margin, &c);
	return c.outcome;
}

static void test_cap(void)
{
	ok(at_margin(AISP_MARGIN_MAX, 0) == AISP_OUTCOME_SAME && !c.is_too_wide,
	   "a margin of 5 % says something");
	ok(at_margin(0.0501, 0) == AISP_OUTCOME_INCONCLUSIVE && c.is_too_wide,
	   "a wider one nothing");
	ok(at_margin(0.07, 0) == AISP_OUTCOME_INCONCLUSIVE &&
		   !strcmp(c.why, "margin of 7 % is too wide to call anything SAME"),
	   "and says why");
	ok(at_margin(1.31, log(1.554)) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(c.why, "within the margin of 131 %, which could explain"),
	   "1.554x within a margin of 131 % is not the same, and not called so");
	ok(at_margin(0.07, -0.1) == AISP_OUTCOME_FASTER && !c.is_too_wide && !c.why[0],
	   "what lies beyond it stands");
	ok(at_margin(0.07, 0.1) == AISP_OUTCOME_SLOWER, "on either side");
	ok(at_margin(0.07, 0.068) == AISP_OUTCOME_INCONCLUSIVE && !c.is_too_wide,
	   "what crosses it wants more pairs, not another margin");
}

static void test_numbers(void)
{
	/* t of the table at 9 degrees: 3.250 at 0.995 and 2.821 at 0.99 */
	double sd = 0.02 * sqrt(10.0 / 9), lo = 0.1 - 3.250 * sd / sqrt(10);
	double hi = 0.1 - 2.821 * sd / sqrt(10);

	around(10, -0.1, 0.02);
	ok(fabs(c.speedup - exp(0.1)) < 1e-12, "speedup is baseline over optimized");
	ok(c.speedup_lo > exp(lo) && c.speedup_lo < exp(hi),
	   "level between 0.01 and 0.02");
	ok(fabs(c.speedup_lo * c.speedup_hi - exp(0.2)) < 1e-12, "symmetric in logs");
	ok(c.confidence == 1 - 0.011 && c.margin == MARGIN, "confidence and margin");
	/* t(0.9945, 9) = 3.19037, t(0.8, 9) = 0.88340, by numeric integration */
	ok(fabs(log(1 + c.mde) - log(1.01) - 4.07377 * sd / sqrt(10)) < 1e-6, "mde");
}

/* By hand: of 10 pairs W+ = 3 has p = 2 (1 + 1 + 1 + 2) / 2^10, W+ = 4 has 14 / 2^10.
 */
static void test_rank_test(void)
{
	double d[] = { -0.2, -0.2, -0.2, -0.2, -0.2, -0.2, -0.05, -0.05, 0.06, -0.07 };

	ok(decide(10, d, 10) == AISP_OUTCOME_FASTER && !c.why[0], "p = 0.0098 agrees");
	d[9] = -0.05;
	ok(decide(10, d, 10) == AISP_OUTCOME_INCONCLUSIVE, "p = 0.014 does not");
	ok(strstr(c.why, "FASTER") && strstr(c.why, "signed-rank") &&
		   c.speedup_lo > 1.01,
	   "though the interval is clear, and it says so");
	for (int i = 0; i < 10; i++)
		d[i] = -d[i];
	ok(decide(10, d, 10) == AISP_OUTCOME_INCONCLUSIVE && strstr(c.why, "SLOWER"),
	   "nor for a loss");
	d[0] = -1e-4;
	ok(decide(6, d, 6) == AISP_OUTCOME_INCONCLUSIVE && strstr(c.why, "signed-rank"),
	   "6 pairs must agree, one does not");
	d[0] = 0.2;
	ok(decide(6, d, 6) == AISP_OUTCOME_SLOWER, "6 pairs that agree");
}

/* All pairs are the same: the interval is a point, and lies on the edge. */
static void test_edges(void)
{
	const double base[10] = { 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 };
	double opt[10];

	aisp_decide(base, base, 10, 0, &c);
	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE && strstr(c.why, "after 10 pairs"),
	   "without a margin equal times are neither faster, slower nor the same");
	for (int i = 0; i < 10; i++)
		opt[i] = base[i] / 2;
	aisp_decide(base, opt, 10, 0, &c);
	ok(c.outcome == AISP_OUTCOME_FASTER, "half of half a nanosecond is faster");
}

/* 10 pairs that differ by 10 %, at that margin. */
static bool wants_pairs(double margin)
{
	double base[10], opt[10];

	for (int i = 0; i < 10; i++) {
		base[i] = 1000;
		opt[i] = i % 2 ? 1100 : 900;
	}
	aisp_decide(base, opt, 10, margin, &c);
	return c.wants_pairs;
}

static void test_wants(void)
{
	ok(wants_pairs(AISP_MARGIN_MAX) && c.outcome == AISP_OUTCOME_INCONCLUSIVE,
	   "more pairs may call it SAME within 5 %");
	ok(!wants_pairs(0.0501) && c.outcome == AISP_OUTCOME_INCONCLUSIVE,
	   "and never within more");
}

static void test_few(void)
{
	static const double gains[] = { -0.70, -0.69, -0.71 };

	ok(decide(3, gains, 3) == AISP_OUTCOME_FASTER, "3 pairs can show 2x");
	ok(!strcmp(c.why, "only 3 pairs; the plan begins with 10") &&
		   c.speedup_lo > 1.8,
	   "and say how few they are");
	ok(decide(2, gains, 3) == AISP_OUTCOME_INCONCLUSIVE, "2 pairs cannot");
	ok(strstr(c.why, "2 pairs") && c.speedup > 2 && isnan(c.speedup_lo) &&
		   isnan(c.mde),
	   "they have an estimate and no interval");
	ok(decide(1, gains, 3) == AISP_OUTCOME_INCONCLUSIVE && c.speedup > 2,
	   "so has one");
	ok(decide(0, gains, 3) == AISP_OUTCOME_INCONCLUSIVE && isnan(c.speedup) &&
		   c.why[0],
	   "no pairs");
	ok(decide(-1, gains, 3) == AISP_OUTCOME_INCONCLUSIVE && c.why[0],
	   "fewer than none");
}

/* The outcome of n pairs at 2x, if n_asked were asked for. */
static enum aisp_outcome of_asked(int n, int n_asked)
{
	static const double gains[] = { -0.70, -0.69, -0.71 };

	decide(n, gains, 3);
	aisp_demand_pairs(&c, n_asked);
	return c.outcome;
}

static void test_demand(void)
{
	ok(of_asked(9, 0) == AISP_OUTCOME_INCONCLUSIVE && c.wants_pairs &&
		   !c.is_decided_early,
	   "9 pairs are none of the plan's looks: INCONCLUSIVE, more would tell");
	ok(!strcmp(c.why, "FASTER by 9 pairs, where the plan begins with 10: too few "
			  "to stand on"),
	   "and says why");
	ok(of_asked(10, 0) == AISP_OUTCOME_FASTER && !c.why[0] &&
		   of_asked(11, 0) == AISP_OUTCOME_FASTER,
	   "10 are enough");
	ok(of_asked(3, 3) == AISP_OUTCOME_FASTER && strstr(c.why, "only 3 pairs"),
	   "so are those that the user asked for, if all are there");
	ok(of_asked(4, 5) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(c.why, "4 pairs, where you asked for 5") != NULL,
	   "not if one was lost");
	ok(of_asked(9, 40) == AISP_OUTCOME_INCONCLUSIVE &&
		   of_asked(10, 40) == AISP_OUTCOME_FASTER,
	   "of many that were asked for those of a look suffice");
	around(3, -0.01, 0.05);
	aisp_demand_pairs(&c, 0);
	ok(strstr(c.why, "still crosses the margin of 1 %") != NULL,
	   "what is open stays as it is");
}

static void test_others(void)
{
	double lo, hi;

	around(10, -log(50), 0.01);
	lo = c.speedup_lo;
	hi = c.speedup_hi;
	aisp_allow_for_others(&c);
	ok(c.outcome == AISP_OUTCOME_FASTER &&
		   fabs(lo / c.speedup_lo / pow(50, AISP_OTHERS_SHARE) - 1) < 1e-9 &&
		   fabs(c.speedup_hi / hi / pow(50, AISP_OTHERS_SHARE) - 1) < 1e-9,
	   "others may have made a part of what is many times as fast");
	around(10, -log(1.03), 0.01);
	lo = c.speedup_lo;
	aisp_allow_for_others(&c);
	ok(c.outcome == AISP_OUTCOME_FASTER && c.speedup_lo > lo - 0.001,
	   "and hardly anything of a small gain");
	ok(around(10, -log(1.06), 0.0449) == AISP_OUTCOME_FASTER,
	   "a gain that just stands");
	aisp_allow_for_others(&c);
	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE && c.wants_pairs &&
		   !c.is_decided_early && strstr(c.why, "FASTER but for"),
	   "does not stand beside others");
	decide(1, (double[]){ -1 }, 1);
	aisp_allow_for_others(&c);
	ok(isnan(c.speedup_lo) && isnan(c.speedup_hi),
	   "where no interval is, none comes");
}

static void test_bad_times(void)
{
	const double bad[] = { NAN, 0, -1, INFINITY, -INFINITY };
	double base[10], opt[10];
	int n_wrong = 0, n_silent = 0;

	for (int k = 0; k < 10; k++) {
		for (int i = 0; i < 10; i++) {
			base[i] = 1000;
			opt[i] = 100;
		}
		(k % 2 ? base : opt)[3] = bad[k / 2];
		aisp_decide(base, opt, 10, MARGIN, &c);
		n_wrong += c.outcome != AISP_OUTCOME_INCONCLUSIVE || !isnan(c.speedup);
		n_silent += !strstr(c.why, "pair 4");
	}
	ok(n_wrong == 0, "a time that is none decides nothing");
	ok(n_silent == 0, "the reason names the pair");
	opt[3] = base[3] = 1000;
	for (int k = 0; k < 5; k++)
		if (bad[k] != 0) {
			aisp_decide(base, opt, 10, bad[k], &c);
			n_wrong += c.outcome != AISP_OUTCOME_INCONCLUSIVE || !c.why[0];
		}
	ok(n_wrong == 0, "nor does a margin that is none");
	base[0] = 1e308;
	opt[0] = 1e-308;
	aisp_decide(base, opt, 10, MARGIN, &c);
	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE, "a ratio beyond double's range");
}

static void test_deterministic(void)
{
	static const double gain[] = { -0.5 }, loss[] = { 0.5 }, none[] = { 0 };

	ok(decide(10, gain, 1) == AISP_OUTCOME_FASTER && c.speedup_lo == c.speedup_hi,
	   "equal gains of a deterministic clock: FASTER");
	ok(decide(40, gain, 1) == AISP_OUTCOME_FASTER,
	   "where ranks are approximated too");
	ok(decide(10, loss, 1) == AISP_OUTCOME_SLOWER, "equal losses: SLOWER");
	ok(decide(10, none, 1) == AISP_OUTCOME_SAME && c.speedup == 1,
	   "equal times: SAME");
}

static void test_looks(void)
{
	static const int looks[] = { 10, 15, 20, 30, 40, 80, 160 };
	int n = 0, n_wrong = 0, n_looks = 0;

	for (int i = 0; i < 7; i++) {
		n = aisp_next_look(n);
		n_wrong += n != looks[i];
	}
	for (int i = -2; i < 1000; i++)
		n_looks += aisp_is_look(i);
	ok(n_wrong == 0 && aisp_next_look(n) == -1 && aisp_next_look(1000) == -1,
	   "the seven looks, then none");
	ok(n_looks == 7 && aisp_is_look(10) && aisp_is_look(160),
	   "no other number is one");
}

static void test_noise_floor(void)
{
	double d[21];

	for (int i = 0; i < 21; i++)
		d[20 - i] = 0.001 * i;
	ok(fabs(aisp_noise_floor(d, 21) - 0.019) < 1e-15, "95 % of 0 ... 20 is 19");
	ok(isnan(aisp_noise_floor(d, 0)), "none without A/A comparisons");
	ok(aisp_margin(0.004) == 0.01 && aisp_margin(NAN) == 0.01, "at least 1 %");
	ok(fabs(log(1 + aisp_margin(0.05)) - 0.05) < 1e-15,
	   "ln(1 + margin) is the floor");
}

static void test_plan(void)
{
	int order[4], reverse[4], n_seen[24] = { 0 }, n_wrong = 0, n_even = 0;

	for (uint64_t bits = 0; bits < 2400; bits++) {
		int present = 0, code;

		aisp_plan_block(bits, 6, 4, order);
		aisp_plan_block(bits, 7, 4, reverse);
		for (int i = 0; i < 4; i++) {
			present |= 1 << order[i];
			n_wrong += order[i] != reverse[3 - i];
		}
		n_wrong += present != 15;
		code = order[0] * 6 + (order[1] - (order[1] > order[0])) * 2 +
		       (order[2] > order[3]);
		n_seen[code]++;
	}
	for (int i = 0; i < 24; i++)
		n_even += n_seen[i] == 100;
	ok(n_wrong == 0, "a permutation, and its reverse after it");
	ok(n_even == 24, "all permutations alike");
	aisp_plan_block(0, 0, 2, order);
	aisp_plan_block(1, 0, 2, reverse);
	ok(order[0] == reverse[1] && order[1] == reverse[0], "two arms: ABBA or BAAB");
	aisp_plan_block(UINT64_MAX, 1, 1, order);
	ok(order[0] == 0, "one arm");
}

int main(void)
{
	test_words();
	test_cap();
	test_numbers();
	test_rank_test();
	test_edges();
	test_wants();
	test_few();
	test_demand();
	test_others();
	test_bad_times();
	test_deterministic();
	test_looks();
	test_noise_floor();
	test_plan();
	return done();
}
