/* SPDX-License-Identifier: MIT
 *
 * The forecast against simulation: with as many pairs as it asks for, and the effect
 * and the spread that it saw, comparisons decide as often as it promises.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/stats.h"
#include "decide/decide.h"
#include "random_draw.h"
#include "tap.h"

static uint64_t seed = 13;

#define N_RUNS 2000
#define MARGIN 0.01

static double base[AISP_MAX_PAIRS], opt[AISP_MAX_PAIRS];

/* n pairs whose d have exactly this mean and standard deviation. */
static struct aisp_forecast after(int n, double d, double sd, struct aisp_comparison *c)
{
	struct aisp_forecast f;

	for (int i = 0; i < n; i++) {
		base[i] = 1e5;
		opt[i] = 1e5 * exp(d + (i % 2 ? 1 : -1) * sd * sqrt((n - 1.0) / n));
	}
	aisp_decide(base, opt, n, MARGIN, c);
	aisp_forecast(c, &f);
	return f;
}

/* The share of comparisons of n pairs that end with that outcome. */
static double share(int n, double d, double sd, enum aisp_outcome outcome)
{
	struct aisp_comparison c;
	int n_hits = 0;

	for (int k = 0; k < N_RUNS; k++) {
		for (int i = 0; i < n; i++) {
			base[i] = 1e5;
			opt[i] = 1e5 * exp(d + sd * normal());
		}
		aisp_decide(base, opt, n, MARGIN, &c);
		n_hits += c.outcome == outcome;
	}
	return (double)n_hits / N_RUNS;
}

static void test_power(const char *what, double speedup, double sd,
		       enum aisp_outcome outcome)
{
	struct aisp_comparison c;
	double d = -log(speedup), power;
	struct aisp_forecast f = after(10, d, sd, &c);

	ok(c.outcome == AISP_OUTCOME_INCONCLUSIVE && c.wants_pairs, what);
	ok(f.n_pairs > 10 && f.n_pairs <= AISP_MAX_PAIRS && !f.is_on_margin,
	   "a number of pairs");
	power = share((int)f.n_pairs, d, sd, outcome);
	printf("# %.3fx, sd %.3g: %.0f pairs decide in %.3f\n", speedup, sd, f.n_pairs,
	       power);
	ok(power > 0.72 && power < 0.93, "that decides as often as promised");
	ok(share((int)f.n_pairs / 2, d, sd, outcome) < power - 0.15,
	   "and half of it much less often");
}

static void test_mde(void)
{
	struct aisp_comparison c;
	struct aisp_forecast f = after(10, -log(1.03), 0.03, &c);
	double power =
		share((int)f.n_pairs, -log(1 + f.mde), 0.03, AISP_OUTCOME_FASTER);

	ok(power > 0.74 && power < 0.86, "its mde is what so many show");
	ok(f.mde < c.mde, "and smaller than that of now");
}

static void test_limits(void)
{
	struct aisp_comparison c;
	struct aisp_forecast f = after(20, -log(1.0101), 0.01, &c);

	ok(f.is_on_margin && isnan(f.n_pairs) && !f.is_by_width,
	   "an effect on the margin: none would do");
	f = after(20, -log(1.0101), 0.5, &c);
	ok(!f.is_on_margin && !f.is_by_width && f.n_pairs > AISP_MAX_PAIRS,
	   "noise that hides the margin itself: a number, too large");
	f = after(8, -log(1.0101), 0.02, &c);
	ok(!f.is_on_margin && f.n_pairs == 10,
	   "eight pairs do not show that none would do");
	f = after(2, -log(1.5), 0.02, &c);
	ok(c.wants_pairs && f.n_pairs == 10 && isnan(f.mde),
	   "no interval: the plan's first look");
	f = after(4, -log(1.05), 0.03, &c);
	ok(f.n_pairs >= 10, "nothing is forecast below it");
	after(10, -log(2), 0.02, &c);
	ok(!c.wants_pairs, "what is decided wants no pairs");
	after(200, -log(2), 0.02, &c);
	ok(strstr(c.why, "the plan ends with 160") != NULL,
	   "more than the plan has are named");
}

/* An estimate on the margin says nothing while the interval is wide. */
static void test_width(void)
{
	struct aisp_comparison c;
	struct aisp_forecast f = after(20, -log(1.0101), 0.03, &c);
	double n = f.n_pairs;

	ok(f.is_by_width && !f.is_on_margin && n > 20, "an interval that is too wide");
	after((int)n, -log(1.0101), 0.03, &c);
	ok(log(c.speedup_hi / c.speedup_lo) / 2 <= log1p(MARGIN),
	   "is as narrow as the margin with the pairs forecast");
	after((int)n - 1, -log(1.0101), 0.03, &c);
	ok(log(c.speedup_hi / c.speedup_lo) / 2 > log1p(MARGIN), "not with one less");
	f = after(20, -log(1.03), 0.03, &c);
	ok(!f.is_by_width && f.n_pairs <= AISP_MAX_PAIRS,
	   "an effect that pairs can tell from the margin needs no such step");
}

/* The change that n pairs resolve with that power, by the published rule. */
static double resolved(double sd, double n, double power)
{
	int df = (int)n - 1;

	return (aisp_t_quantile(1 - AISP_LOOK_ALPHA / 2, df) +
		aisp_t_quantile(power, df)) *
	       sd / sqrt(n);
}

/* The forecast is the smallest number that the rule allows, whatever was seen. */
static void test_smallest(void)
{
	const double delta = log(1 + MARGIN);
	struct aisp_comparison c;
	int n_wrong = 0, n_tried = 0;

	for (int n = 10; n <= 20; n += 10)
		for (double sd = 0.01; sd < 0.1; sd *= 1.05) {
			struct aisp_forecast f = after(n, -log(1.03), sd, &c);
			double gap = log(1.03) - delta;
			double mde = expm1(delta + resolved(sd, f.n_pairs, 0.8));

			n_tried++;
			n_wrong += fabs(f.mde - mde) > 1e-9 ||
				   resolved(sd, f.n_pairs, 0.8) > gap ||
				   (f.n_pairs > n + 1 &&
				    resolved(sd, f.n_pairs - 1, 0.8) <= gap);
		}
	ok(n_tried > 90 && !n_wrong, "the smallest number that resolves the gap");
}

static void test_first(void)
{
	struct aisp_comparison c;

	ok(after(4, -log(1.02), 0.005, &c).n_pairs == 10, "the plan's first look");
	ok(after(10, -log(1.5), 0.005, &c).n_pairs == 11 &&
		   after(12, -log(1.5), 0.005, &c).n_pairs == 13,
	   "after it, one more at least");
	ok(after(3, -log(1.05), 0.03, &c).mde > MARGIN, "three pairs have an interval");
	ok(fabs(after(10, -log(1.5), 0, &c).mde - MARGIN) < 1e-9,
	   "without any spread the margin is resolved");
}

/* The comparison was read from a file, and may have any interval. */
static void test_damaged(void)
{
	static const struct {
		int n;
		double lo, hi;
	} bad[] = { { 2, 0.9, 1.1 }, { 10, 1.1, 0.9 }, { 10, 0, 1 }, { 10, NAN, 1 } };
	int n_right = 0;

	for (int i = 0; i < 4; i++) {
		struct aisp_comparison c = { .n_pairs = bad[i].n,
					     .speedup = 1,
					     .speedup_lo = bad[i].lo,
					     .speedup_hi = bad[i].hi,
					     .margin = MARGIN };
		struct aisp_forecast f;

		aisp_forecast(&c, &f);
		n_right += f.n_pairs == 10 && isnan(f.mde);
	}
	ok(n_right == 4, "what is no interval forecasts nothing");
}

static void test_plan(void)
{
	struct aisp_comparison c;

	after(160, -log(2), 0.02, &c);
	ok(!c.is_decided_early && !c.why[0], "the last look is not early");
	after(159, -log(2), 0.02, &c);
	ok(c.is_decided_early, "the one before it is");
	after(80, -log(2), 0.02, &c);
	ok(c.is_decided_early, "and the look before it");
}

int main(void)
{
	test_power("a gain of 4 % in noise of 4 %", 1.04, 0.04, AISP_OUTCOME_FASTER);
	test_power("a loss of 3 % in noise of 2 %", 1 / 1.03, 0.025,
		   AISP_OUTCOME_SLOWER);
	test_power("nothing in noise of 3 %", 1, 0.03, AISP_OUTCOME_SAME);
	test_power("half the margin in noise of 2 %", 1.005, 0.02, AISP_OUTCOME_SAME);
	test_mde();
	test_limits();
	test_width();
	test_smallest();
	test_first();
	test_damaged();
	test_plan();
	return done();
}
