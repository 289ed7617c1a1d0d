/* SPDX-License-Identifier: MIT
 *
 * Rings so short, or a bell so uneven, that no time of a call is left.
 */
#include <math.h>
#include <string.h>

#include "decide/resolve.h"
#include "tap.h"

/* A worker that must be woken: 4 us, half of the rings within 600 ns of that. */
static const struct aisp_bias futex = { .ring_ns = 4000,
					.call_ns = 2,
					.spread_ns = 600,
					.residual_ns = -200,
					.tick_ns = 10 };

static int is_about(double x, double y)
{
	return fabs(x - y) < 1e-9;
}

static void test_call(void)
{
	int n_low = 0;

	ok(is_about(aisp_call_ns(&futex, 54002, 1), 50000), "what a ring cost is gone");
	ok(is_about(aisp_call_ns(&futex, 54020, 10), 5000), "and what its calls cost");
	ok(is_about(aisp_resolved_ns(&futex, 1), 810), "spread, residue and tick");
	ok(is_about(aisp_resolved_ns(&futex, 10), 81), "are shared by the calls");
	ok(aisp_resolved_ns(&(struct aisp_bias){ 0 }, 1) == 1, "a nanosecond at least");
	for (double ring_ns = 0; ring_ns < 6000; ring_ns += 7)
		for (int n = 1; n <= 64; n *= 4)
			n_low += !(aisp_call_ns(&futex, ring_ns, n) >=
				   aisp_resolved_ns(&futex, n));
	ok(!n_low, "no ring, however short, makes a time below what is resolved");
	ok(aisp_call_ns(&(struct aisp_bias){ .ring_ns = 90 }, 50, 1) > 0,
	   "nor a negative one where all is even");
}

static enum aisp_outcome after(enum aisp_outcome o, double a_ns, double b_ns,
			       struct aisp_comparison *c)
{
	*c = (struct aisp_comparison){ .outcome = o, .wants_pairs = true };
	aisp_resolve(c, a_ns, b_ns, 810, 4002);
	return c->outcome;
}

static void test_outcomes(void)
{
	struct aisp_comparison c;

	ok(after(AISP_OUTCOME_SAME, 900, 900, &c) == AISP_OUTCOME_SAME && !c.why[0],
	   "what is resolved stays as it was decided");
	ok(after(AISP_OUTCOME_SAME, 810, 810, &c) == AISP_OUTCOME_INCONCLUSIVE &&
		   strstr(c.why, "below what this machine's bell resolves"),
	   "two bounds that are the same say nothing of the calls");
	ok(!c.wants_pairs, "and more pairs would not help");
	ok(strstr(c.why, "810 ns") && strstr(c.why, "4e+03 ns +- 810 ns"),
	   "the reason has the figures");
	ok(after(AISP_OUTCOME_SAME, 815, 810, &c) == AISP_OUTCOME_INCONCLUSIVE,
	   "nor does one");
	ok(after(AISP_OUTCOME_FASTER, 5000, 810, &c) == AISP_OUTCOME_FASTER &&
		   !strncmp(c.why, "at least; ", 10),
	   "a gain stands, as the least that there can be");
	ok(after(AISP_OUTCOME_SLOWER, 810, 5000, &c) == AISP_OUTCOME_SLOWER &&
		   !strncmp(c.why, "at least; calls of 810 ns", 25),
	   "so does a loss, by the call that is lost");
	c = (struct aisp_comparison){ .outcome = AISP_OUTCOME_SAME };
	aisp_resolve(&c, 5, 5, NAN, NAN);
	ok(c.outcome == AISP_OUTCOME_SAME, "an older run does not tell");
}

int main(void)
{
	test_call();
	test_outcomes();
	return done();
}
