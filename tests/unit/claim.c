/* SPDX-License-Identifier: MIT
 *
 * A claim's text, and whether an interval proves it.
 */
#include <math.h>
#include <string.h>

#include "report/claim.h"
#include "tap.h"

static struct aisp_claim c;
static struct aisp_err err;

/* The bound in the figure's own unit, or -1 if the claim is refused. */
static double bound(const char *text)
{
	return aisp_claim_parse(&c, text, &err) ? -1 : c.bound;
}

static bool is_refused(const char *text, const char *why)
{
	return bound(text) == -1 && strstr(err.msg, why);
}

static void test_units(void)
{
	ok(bound("ch07:x speedup >= 0.5") == 0.5 && c.op == AISP_CLAIM_GE &&
		   bound("ch07:x speedup > 2x") == 2 && c.op == AISP_CLAIM_GT,
	   "a ratio, however small");
	ok(bound("ch07:x time <= 3 ns") == 3 && c.op == AISP_CLAIM_LE &&
		   bound("ch07:x time < 3 us") == 3e3 && c.op == AISP_CLAIM_LT &&
		   bound("ch07:x time < 3ms") == 3e6 &&
		   bound("ch07:x time < 3 s") == 3e9,
	   "a time in each unit");
	ok(is_refused("ch07:x time < 3ms us", "two units") &&
		   is_refused("ch07:x time < 3 x", "no unit of") &&
		   is_refused("ch07:x speedup > 3 ms", "no unit of"),
	   "one unit, which is the figure's");
	ok(is_refused("ch07:x speedup > -1", "no bound") &&
		   is_refused("ch07:x speedup > inf", "no bound") &&
		   is_refused("ch07:x speedup > two", "no bound"),
	   "a bound is a number");
	ok(is_refused("ch07:x speedup = 2", "none of >=") &&
		   is_refused("ch07 speedup > 2", "no target") &&
		   is_refused("ch07:x beauty > 2", "no figure") &&
		   is_refused("ch07:x speedup >", "want TARGET"),
	   "and each other word has its place");
}

static enum aisp_claim_state state(const char *text, double value, double lo, double hi)
{
	const struct aisp_quantity q = { .value = value, .lo = lo, .hi = hi };

	if (aisp_claim_parse(&c, text, &err))
		return AISP_CLAIM_MALFORMED;
	return aisp_claim_judge(&c, &q);
}

static void test_states(void)
{
	ok(state("c:x speedup >= 2", 2.5, 2, 3) == AISP_CLAIM_HOLDS &&
		   state("c:x speedup > 2", 2.5, 2, 3) == AISP_CLAIM_UNDECIDED,
	   "the whole interval must be on the right side");
	ok(state("c:x speedup >= 2", 2.5, 1.9, 3) == AISP_CLAIM_UNDECIDED &&
		   state("c:x speedup >= 2", 1.5, 1.4, 1.6) == AISP_CLAIM_FAILS,
	   "across the bound nothing is decided, beyond it it fails");
	ok(state("c:x speedup <= 2", 1.5, 1.4, 2) == AISP_CLAIM_HOLDS &&
		   state("c:x speedup < 2", 1.5, 1.4, 2) == AISP_CLAIM_UNDECIDED &&
		   state("c:x speedup < 2", 2.5, 2.4, 2.6) == AISP_CLAIM_FAILS,
	   "the other way likewise");
	ok(state("c:x speedup >= 2", 2.5, NAN, NAN) == AISP_CLAIM_HOLDS &&
		   state("c:x speedup >= 2", 1.5, NAN, 3) == AISP_CLAIM_FAILS,
	   "without an interval the figure itself");
	ok(state("c:x speedup >= 2", NAN, NAN, NAN) == AISP_CLAIM_NOT_MEASURED,
	   "or nothing is known");
}

int main(void)
{
	test_units();
	test_states();
	return done();
}
