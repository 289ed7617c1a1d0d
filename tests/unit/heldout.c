/* SPDX-License-Identifier: MIT
 *
 * What launches at sizes that nobody announced say of an arm, as facts.
 */
#include <math.h>
#include <string.h>

#include "base/rng.h"
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

enum { ROWS, K, THREADS };

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[ROWS] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[ROWS] } });
	pr->n_threads = (int)p[THREADS];
	if (p[K] > 9)
		pr->invalid = "k must not exceed 9";
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first, (void)n, (void)ref, (void)mag;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "sizes",
	.n_params = 3,
	.params = { { "rows", 37, 4096, 16384, "rows" },
		    { "k", 5, 8, 9, "of them" },
		    { "threads", 2, 2, 2, "threads" } },
	.problem = problem,
	.reference = reference,
};

static struct {
	int n, rows, k, both, other_k, threads;
} far; /* draws, and which parameters are larger than announced, or others */

static void draw_far(enum aisp_preset preset)
{
	struct aisp_contract public = { .workload = &workload }, c;
	struct aisp_err err;

	aisp_contract_preset(&public, preset, AISP_DEVICE_CPU);
	if (aisp_contract_evaluate(&public, &err))
		printf("# %s\n", err.msg);
	memset(&far, 0, sizeof(far));
	for (uint64_t bits = 0; bits < 200; bits++) {
		if (!aisp_heldout_choose_far(&c, &public, aisp_random_at(1, bits)))
			continue;
		far.n++;
		far.rows += c.param[ROWS] > public.param[ROWS];
		far.k += c.param[K] > public.param[K];
		far.both += c.param[ROWS] > public.param[ROWS] &&
			    c.param[K] > public.param[K];
		far.other_k += c.param[K] != public.param[K] && c.param[K] != 5;
		far.threads += c.problem.n_threads != 2;
	}
}

static void test_far(void)
{
	draw_far(AISP_PRESET_DEFAULT);
	ok(far.n == 200 && far.rows > 20 && far.k > 20 && !far.both,
	   "one parameter is larger than announced");
	ok(far.other_k > 100, "small ones change");
	ok(!far.threads, "threads do not");
	draw_far(AISP_PRESET_LARGE);
	ok(far.n == 200 && !far.k, "what the workload refuses is drawn again");
}

int main(void)
{
	test_far();
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
