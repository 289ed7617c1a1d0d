/* SPDX-License-Identifier: MIT
 *
 * How often the rule errs, by simulation of whole comparisons: normal noise, all looks,
 * a fixed seed.  The bounds are the rule's promises.  A plain 95 % interval at each
 * look would call a gain of exactly 1 % FASTER in 10 of 100.
 */
#include <math.h>
#include <stdint.h>

#include "decide/decide.h"
#include "random_draw.h"
#include "tap.h"

static uint64_t seed = 2026;

#define N_RUNS    4000
#define MAX_PAIRS 160

static void extend(double *base, double *opt, int from, int to, double d, double sd_d)
{
	for (int i = from; i < to; i++) {
		base[i] = 1e5 * exp(0.03 * normal());
		opt[i] = base[i] * exp(d + sd_d * normal());
	}
}

/* One comparison, look after look. */
static enum aisp_outcome compare(double d, double sd_d)
{
	double base[MAX_PAIRS], opt[MAX_PAIRS];
	struct aisp_comparison c = { 0 };
	int n = 0, next;

	while (c.outcome == AISP_OUTCOME_INCONCLUSIVE &&
	       (next = aisp_next_look(n)) > 0) {
		extend(base, opt, n, next, d, sd_d);
		n = next;
		aisp_decide(base, opt, n, 0.01, &c);
	}
	return c.outcome;
}

/* Shares of outcomes, for an optimized variant that is `speedup` times as fast. */
static void shares(double speedup, double sd_d, double share[AISP_OUTCOME_SKIPPED + 1])
{
	for (int o = 0; o <= AISP_OUTCOME_SKIPPED; o++)
		share[o] = 0;
	for (int i = 0; i < N_RUNS; i++)
		share[compare(-log(speedup), sd_d)] += 1.0 / N_RUNS;
	printf("# %.3fx, sd %.0f %%: FASTER %.4f SLOWER %.4f SAME %.4f\n", speedup,
	       100 * sd_d, share[AISP_OUTCOME_FASTER], share[AISP_OUTCOME_SLOWER],
	       share[AISP_OUTCOME_SAME]);
}

/* Power of one look at the change that is called detectable. */
static double power_at_mde(double sd_d)
{
	double base[20], opt[20], mde;
	struct aisp_comparison c;
	int n_faster = 0;

	for (int i = 0; i < 20; i++) {
		base[i] = 1e5;
		opt[i] = 1e5 * exp((i % 2 ? 1 : -1) * sd_d * sqrt(19.0 / 20));
	}
	aisp_decide(base, opt, 20, 0.01, &c);
	mde = c.mde;
	for (int i = 0; i < N_RUNS; i++) {
		extend(base, opt, 0, 20, -log(1 + mde), sd_d);
		aisp_decide(base, opt, 20, 0.01, &c);
		n_faster += c.outcome == AISP_OUTCOME_FASTER;
	}
	printf("# power at mde %.4f: %.3f\n", mde, (double)n_faster / N_RUNS);
	return (double)n_faster / N_RUNS;
}

int main(void)
{
	double share[AISP_OUTCOME_SKIPPED + 1], power;

	shares(1, 0.04, share);
	ok(share[AISP_OUTCOME_FASTER] + share[AISP_OUTCOME_SLOWER] <= 0.01,
	   "identical code is called different in at most 1 of 100");
	shares(1.01, 0.02, share);
	ok(share[AISP_OUTCOME_FASTER] <= 0.035,
	   "a gain of exactly the margin is FASTER in at most 3.5 of 100");
	shares(1 / 1.01, 0.02, share);
	ok(share[AISP_OUTCOME_SLOWER] <= 0.035, "and a loss of it is SLOWER so often");
	shares(1.03, 0.01, share);
	ok(share[AISP_OUTCOME_FASTER] >= 0.95, "3 % in noise of 1 % is FASTER");
	shares(1, 0.01, share);
	ok(share[AISP_OUTCOME_SAME] >= 0.95, "nothing in noise of 1 % is SAME");
	power = power_at_mde(0.02);
	ok(power > 0.75 && power < 0.85, "mde is what 80 of 100 comparisons show");
	return done();
}
