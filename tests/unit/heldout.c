/* SPDX-License-Identifier: MIT
 *
 * What launches at sizes that nobody announced say of an arm, as facts.
 */
#include <math.h>

#include "judge/heldout.h"
#include "tap.h"

static struct aisp_group g;
static struct aisp_evidence e;

/* Calls of both arms at the public sizes, then at the others; in us. */
static double gap(double base, double opt, double base_held, double opt_held)
{
	g.n_arms = 2;
	g.arms[0].pilot_ns = 1e3 * base;
	g.arms[1].pilot_ns = 1e3 * opt;
	g.arms[0].heldout.call_ns = 1e3 * base_held;
	g.arms[1].heldout.call_ns = 1e3 * opt_held;
	g.arms[1].heldout.is_tried = true;
	aisp_evidence_init(&e);
	aisp_heldout_note(&g, &g.arms[1], &e);
	return e.heldout_gap;
}

static bool is_about(double x, double y)
{
	return fabs(x - y) < 1e-12;
}

int main(void)
{
	ok(is_about(gap(1000, 200, 900, 180), 0.9), "both take a little less: no gap");
	ok(is_about(gap(1000, 200, 1000, 800), 4), "its advantage is gone");
	ok(is_about(gap(1000, 200, 2000, 800), 2), "of which the baseline loses half");
	ok(is_about(gap(1000, 200, 500, 800), 4), "a faster baseline is no excuse");
	ok(gap(1000, 1, 1000, 99) == 1, "a call below 100 us is noise");
	ok(isnan(gap(1000, 200, NAN, 800)) && isnan(gap(1000, 200, 900, NAN)) &&
		   isnan(gap(1000, 200, 0, 800)),
	   "nobody knows without both times");
	g.arms[1].heldout.n_elems = 10;
	g.arms[1].heldout.n_wrong = 3;
	g.arms[1].heldout.is_declined = true;
	gap(1, 1, 1, 1);
	ok(e.heldout_elems == 10 && e.heldout_wrong == 3 && e.heldout_declined == 1 &&
		   e.heldout_failed == 0,
	   "what was compared, and what it said");
	g.arms[1].heldout.has_ended_badly = true;
	gap(1, 1, 1, 1);
	ok(e.heldout_failed == 1, "it crashed");
	g.arms[1].heldout.is_tried = false;
	aisp_evidence_init(&e);
	aisp_heldout_note(&g, &g.arms[1], &e);
	ok(isnan(e.heldout_elems), "no facts of what was not tried");
	return done();
}
