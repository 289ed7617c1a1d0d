/* SPDX-License-Identifier: MIT
 *
 * The launches of two arms that are compared: the same for the judge, in memory, and
 * for a saved run.
 */
#include <math.h>
#include <string.h>

#include "base/pairing.h"
#include "store/pairs.h"
#include "tap.h"
#include "unit/run_of.h"

static void test_rule(void)
{
	const int64_t a[] = { -1, 0, 2, 1, 5 }, b[] = { 1, -1, 0, 1, 3, 2 };
	struct aisp_pair p[5];
	int n = aisp_pair_launches(a, 5, b, 6, p);

	ok(n == 3, "the blocks that both have, and no pilot");
	ok(p[0].a == 1 && p[0].b == 2, "by block, not by position");
	ok(p[1].a == 2 && p[1].b == 5, "in the order of the first arm");
	ok(p[2].a == 3 && p[2].b == 0, "of two launches in a block the first");
	ok(!aisp_pair_launches(a, 0, b, 6, p) && !aisp_pair_launches(a, 5, b, 0, p),
	   "none without launches");
}

static json_t *launch(int block, const char *status, double ns)
{
	return json_pack("{si ss sf}", "block", block, "status", status, "median_ns",
			 ns);
}

/* An arm with these launches, whose references it takes. */
static json_t *arm(json_t *a, json_t *b, json_t *c, json_t *d)
{
	return json_pack("{ss ss ss s[oooo]}", "variant", "v", "device", "cpu", "class",
			 "naive", "launches", a, b, c, d);
}

static void disturb(json_t *of, size_t i)
{
	json_object_set_new(json_array_get(json_object_get(of, "launches"), i),
			    "evidence", json_pack("{si}", "is_disturbed", 1));
}

static void test_saved(void)
{
	json_t *base = arm(launch(-1, "ok", 7), launch(0, "ok", 10),
			   launch(1, "ok", 20), launch(2, "crashed", 30));
	json_t *opt = arm(launch(-1, "ok", 7), launch(1, "ok", 2), launch(0, "ok", 1),
			  launch(2, "ok", 3));
	json_t *results = json_pack("{si s{} s[oo] s[{ss ss s{} ss si si ss s[]}]}",
				    "schema", 1, "run", "arms", base, opt, "results",
				    "target", "t", "workload", "w", "params",
				    "distribution", "normal", "baseline", 0,
				    "optimized", 1, "status", "measured", "ledger");
	struct aisp_run *run = run_of(results, NULL), *other;
	struct aisp_pairs p;

	ok(!aisp_pairs_read(&p, &run->results[0]) && p.n == 2,
	   "no pilot, and no launch that crashed");
	ok(p.opt_ns[0] == 2 && p.base_ns[0] == 20 && p.opt_ns[1] == 1 &&
		   p.base_ns[1] == 10,
	   "the times of one block beside each other");
	aisp_pairs_release(&p);
	disturb(opt, 2);
	other = run_of(results, NULL);
	ok(!aisp_pairs_read(&p, &other->results[0]) && p.n == 1 && p.opt_ns[0] == 2,
	   "nor one that others disturbed");
	aisp_pairs_release(&p);
	aisp_run_free(other);
	run->arms[0].launches[2].median_ns = NAN;
	run->arms[1].launches[2].median_ns = 0;
	ok(!aisp_pairs_read(&p, &run->results[0]) && p.n == 0,
	   "nor one without a time");
	aisp_pairs_release(&p);
	aisp_run_free(run);
	json_decref(results);
}

int main(void)
{
	test_rule();
	test_saved();
	return done();
}
