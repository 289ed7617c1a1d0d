/* SPDX-License-Identifier: MIT
 *
 * The forecast against simulation: comparisons of as many pairs as it asks for, with
 * the effect and the spread that it saw, decide as often as it promises.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "judge/decide.h"
#include "tap.h"

#define N_RUNS 2000
#define MARGIN 0.01

static uint64_t seed = 13;
static double base[AISP_MAX_PAIRS], opt[AISP_MAX_PAIRS];

static double uniform(void)
{
	uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53 + 0x1p-54;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}

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

/* How often n pairs end with that outcome. */
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
	struct aisp_forecast f = after(20, -log(1.0101), 0.02, &c);

	ok(f.is_on_margin && isnan(f.n_pairs),
	   "an effect on the margin: none would do");
	f = after(20, -log(1.0101), 0.5, &c);
	ok(!f.is_on_margin && f.n_pairs > AISP_MAX_PAIRS,
	   "noise that hides the margin itself: a number, too large");
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

int main(void)
{
	test_power("a gain of 4 % in noise of 4 %", 1.04, 0.04, AISP_OUTCOME_FASTER);
	test_power("a loss of 3 % in noise of 2 %", 1 / 1.03, 0.025,
		   AISP_OUTCOME_SLOWER);
	test_power("nothing in noise of 3 %", 1, 0.03, AISP_OUTCOME_SAME);
	test_power("half the margin in noise of 2 %", 1.005, 0.02, AISP_OUTCOME_SAME);
	test_mde();
	test_limits();
	return done();
}
