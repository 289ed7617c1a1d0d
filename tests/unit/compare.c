/* SPDX-License-Identifier: MIT
 *
 * Two sides that were not measured together: the statistics that are used, on which
 * figures, and their results; differences between manifests.
 */
#include <math.h>
#include <string.h>

#include "store/compare.h"
#include "tap.h"
#include "unit/rows_of.h"
#include "unit/store_tmp.h"

static const struct aisp_compare_rule by_default = { AISP_N_HISTORY_METRICS, 0.011 };
static const struct aisp_compare_rule by_time = { AISP_HISTORY_TIME, 0.011 };

static uint64_t seed = 3;

/* About 1, off by at most `spread`. */
static double noise(double spread)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return 1 + spread * ((double)(seed >> 33) / (1u << 30) - 1);
}

/* A row of n launches whose medians are about those times. */
static json_t *row(int run, const char *machine, double base, double opt, int n)
{
	json_t *a = json_array(), *b = json_array();

	for (int i = 0; i < n; i++) {
		json_array_append_new(a, json_real(base * noise(0.005)));
		json_array_append_new(b, json_real(opt * noise(0.005)));
	}
	return json_pack("{si ss ss ss ss ss ss sf sf so so}", "run", run, "target",
			 "ch01:x@cpu", "params", "n=4", "distribution", "normal",
			 "baseline", "baseline_x", "fingerprint", machine, "variant",
			 "f00", "speedup", base / opt, "margin", 0.01,
			 "baseline_launches_ns", a, "launches_ns", b);
}

static struct aisp_history_rows sides[2];
static struct aisp_compared c;

static void use(json_t *a, json_t *b)
{
	aisp_compared_release(&c);
	for (int i = 0; i < 2; i++) {
		aisp_history_rows_release(&sides[i]);
		sides[i] = rows_of(i ? b : a);
	}
}

/* The only row of the comparison of two lists, both of which end here. */
static const struct aisp_compared_row *compared(json_t *a, json_t *b,
						const struct aisp_compare_rule *rule)
{
	use(a, b);
	if (aisp_compare_rows(&c, &sides[0], &sides[1], rule) || c.n_rows != 1)
		printf("Bail out! %d rows\n", c.n_rows);
	return c.rows;
}

static int is(const struct aisp_compared_row *r, enum aisp_word verdict,
	      enum aisp_history_metric metric, enum aisp_compared_unit unit)
{
	if (r->verdict != verdict)
		printf("# %s: %s\n", aisp_compared_word(r), r->why);
	return r->verdict == verdict && r->metric == metric && r->unit == unit;
}

static json_t *one(json_t *r)
{
	return json_pack("[o]", r);
}

/* Three runs, whose machine is by turns a little faster and slower. */
static json_t *three(double base, double opt)
{
	return json_pack("[ooo]", row(1, "m", base, opt, 10),
			 row(2, "m", base * 1.02, opt * 1.02, 10),
			 row(3, "m", base * 0.98, opt * 0.98, 10));
}

static void test_verdicts(void)
{
	const struct aisp_compared_row *r;
	json_t *wide;

	ok(is(compared(one(row(1, "m", 1000, 500, 10)), one(row(1, "m", 1000, 400, 12)),
		       &by_default),
	      AISP_WORD_FASTER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "faster");
	ok(is(compared(one(row(1, "m", 1000, 400, 10)), one(row(1, "m", 1000, 500, 10)),
		       &by_default),
	      AISP_WORD_SLOWER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "slower");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1000, 500, 20)),
		       &by_default),
	      AISP_WORD_SAME, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "the same");
	ok(is(compared(one(row(1, "m", 1000, 500, 4)), one(row(1, "m", 1000, 495, 4)),
		       &by_default),
	      AISP_WORD_INCONCLUSIVE, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "about the margin: inconclusive");
	wide = row(1, "m", 1000, 500, 20);
	json_object_set_new(wide, "margin", json_real(0.06));
	r = compared(one(row(1, "m", 1000, 500, 20)), one(wide), &by_default);
	ok(strstr(r->why, "margin of 6 % is too wide") &&
		   is(r, AISP_WORD_INCONCLUSIVE, AISP_HISTORY_SPEEDUP,
		      AISP_COMPARED_LAUNCHES),
	   "within a margin above 5 % nothing is the same");
	for (int i = 0; i < 2; i++) {
		wide = row(1, "m", 1000, 500, 20);
		json_object_set_new(wide, "margin", json_real(0.04));
		r = i ? compared(one(wide), one(row(1, "m", 1000, 500, 20)),
				 &by_default)
		      : compared(json_pack("[oo]", wide, row(2, "m", 1000, 500, 20)),
				 one(row(1, "m", 1000, 500, 20)), &by_default);
		ok(r->margin == 0.04, "the widest margin of any run counts");
	}
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1300, 650, 20)),
		       &by_default),
	      AISP_WORD_SAME, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "a slower session cancels in the speedup");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1300, 650, 20)),
		       &by_time),
	      AISP_WORD_SLOWER, AISP_HISTORY_TIME, AISP_COMPARED_LAUNCHES),
	   "and not in the time");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "k", 800, 250, 20)),
		       &by_default),
	      AISP_WORD_FASTER, AISP_HISTORY_TIME, AISP_COMPARED_LAUNCHES),
	   "between machines the time counts");
	r = compared(one(row(1, "m", 1000, 500, 10)), one(row(1, "m", 1000, 400, 10)),
		     &by_time);
	ok(fabs(r->ratio - 1.25) < 0.01 && fabs(r->time_ns[1] - 400) < 4 &&
		   fabs(r->speedup[0] - 2) < 0.02 && r->confidence == 1 - 0.011 &&
		   r->is_same_object,
	   "the ratio of the times, above 1 where b is faster");
}

static json_t *over(const char *object, json_t *a)
{
	json_object_set_new(a, "baseline_object", json_string(object));
	return one(a);
}

static void test_baselines(void)
{
	const struct aisp_compared_row *r;

	ok(is(compared(over("b0", row(1, "m", 1000, 500, 20)),
		       over("b1", row(1, "m", 3000, 500, 20)), &by_default),
	      AISP_WORD_INCONCLUSIVE, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES) &&
		   strstr(c.rows->why, "over another baseline"),
	   "a slower baseline makes no variant faster");
	r = compared(over("b0", row(1, "m", 1000, 500, 20)),
		     over("b1", row(1, "m", 3000, 400, 20)), &by_default);
	ok(is(r, AISP_WORD_FASTER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES) &&
		   r->is_other_baseline,
	   "unless it is");
	r = compared(over("b0", row(1, "m", 1000, 500, 20)),
		     over("b0", row(1, "m", 3000, 500, 20)), &by_default);
	ok(is(r, AISP_WORD_FASTER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES) &&
		   !r->is_other_baseline,
	   "the same baseline moves with the machine");
	r = compared(one(row(1, "m", 1000, 500, 20)),
		     over("b1", row(1, "m", 3000, 500, 20)), &by_default);
	ok(!r->is_other_baseline, "older rows do not say which it was");
}

static void test_runs(void)
{
	ok(is(compared(three(1000, 500), three(1000, 400), &by_default),
	      AISP_WORD_FASTER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_RUNS),
	   "with three runs on both sides a run is the unit");
	ok(is(compared(three(1000, 500), three(1000, 480), &by_time),
	      AISP_WORD_INCONCLUSIVE, AISP_HISTORY_TIME, AISP_COMPARED_RUNS),
	   "what varies between runs is then in the interval");
	ok(is(compared(three(1000, 500), one(row(1, "m", 1000, 400, 10)), &by_default),
	      AISP_WORD_FASTER, AISP_HISTORY_SPEEDUP, AISP_COMPARED_LAUNCHES),
	   "against a single run it is a launch");
}

/* Seven launches of twelve are much faster: t = 3.9, but z = 2.4 by ranks. */
static void test_confirm(void)
{
	json_t *a = row(1, "m", 1000, 500, 12), *b = row(1, "m", 1000, 500, 12);
	const struct aisp_compared_row *r;
	json_t *ns = json_object_get(b, "launches_ns");

	for (size_t i = 0; i < 7; i++)
		json_array_set_new(ns, i, json_real(300 + (double)i));
	r = compared(one(a), one(b), &by_default);
	ok(r->verdict == AISP_WORD_INCONCLUSIVE && r->ratio_ci[0] > 1.01 &&
		   says(r->why, "rank-sum test does not"),
	   "the interval alone does not decide");
}

static void test_figureless(void)
{
	json_t *a = row(1, "m", 1000, 500, 5), *b = row(1, "m", 1000, 500, 5);
	const struct aisp_compared_row *r;

	json_object_set_new(b, "speedup", json_null());
	json_object_set_new(b, "note", json_string("INVALID: late writes"));
	r = compared(one(a), one(b), &by_default);
	ok(r->verdict == AISP_WORD_INVALID && !r->has_figures &&
		   says(r->why, "late writes"),
	   "a side without figures: INVALID, and why");
	b = row(1, "m", 1000, 500, 5);
	json_object_set_new(b, "speedup", json_null());
	json_object_set_new(b, "note", json_string("whatever it says"));
	json_object_set_new(b, "score", json_string("loss"));
	r = compared(one(row(1, "m", 1000, 500, 5)), one(b), &by_default);
	ok(same(aisp_compared_word(r), "NOT-COMPARED"),
	   "one that a score judges is not compared");
	b = row(1, "m", 1000, 500, 5);
	json_object_set_new(b, "params", json_string("n=5"));
	use(one(row(1, "m", 1000, 500, 5)), one(b));
	ok(!aisp_compare_rows(&c, &sides[0], &sides[1], &by_default) && !c.n_rows,
	   "other parameters are another experiment");
	ok(!c.only[0].n && !c.only[1].n, "of a target that both have");
	b = row(1, "m", 1000, 500, 5);
	json_object_set_new(b, "target", json_string("ch01:y@cpu"));
	use(one(row(1, "m", 1000, 500, 5)), json_pack("[oO]", b, b));
	ok(!aisp_compare_rows(&c, &sides[0], &sides[1], &by_default) &&
		   c.only[0].n == 1 && c.only[1].n == 1 &&
		   same(c.only[1].at[0], "ch01:y@cpu"),
	   "a target that one side alone has is named once");
}

static void test_pairs(void)
{
	json_t *a = json_pack("[ooo]", row(1, "m", 1000, 500, 3),
			      row(2, "m", 1000, 600, 3), row(3, "m", 1000, 700, 3));
	json_t *b = json_pack("[oooo]", row(1, "m", 1000, 400, 3),
			      row(2, "m", 1000, 300, 3), row(3, "m", 1000, 560, 3),
			      row(1, "m", 1000, 500, 3));
	json_t *poor = json_array_get(b, 1),
	       *few = json_pack("[O]", json_array_get(a, 1)), *same_b = json_incref(b),
	       *other = json_copy(json_array_get(a, 0));

	json_object_set_new(poor, "speedup", json_null());
	json_object_set_new(poor, "note", json_string("INVALID: late"));
	json_object_set_new(other, "distribution", json_string("zeros"));
	json_array_append_new(a, other);
	json_object_set_new(json_array_get(b, 3), "distribution", json_string("zeros"));
	json_object_set_new(json_array_get(b, 3), "speedup", json_null());
	use(a, b);
	ok(!aisp_compare_pairs(&c, &sides[0], &sides[1]) && c.n_rows == 2 &&
		   c.rows[0].pairs_ns[0].n == 2 && c.rows[0].pairs_ns[1].n == 2 &&
		   fabs(c.rows[0].pairs_ns[0].at[1] - 700) < 7 &&
		   fabs(c.rows[0].pairs_ns[1].at[1] - 560) < 6,
	   "pairs of one number stand beside each other; half a pair is left out");
	ok(c.rows[0].n_left_out == 1 && same(c.rows[0].left_out_why, "INVALID: late"),
	   "and counted, with the reason; not those of another distribution");
	use(few, same_b);
	ok(!aisp_compare_pairs(&c, &sides[0], &sides[1]) &&
		   c.rows[0].verdict == AISP_WORD_INVALID && !c.rows[0].has_figures,
	   "no whole pair: INVALID");
}

static void test_differences(void)
{
	json_t *a = json_pack("{ss s[s] s{ss s[{si}]} s[{ssss}{ssss}] ss}", "time", "1",
			      "command", "x", "hardware", "cpu_model", "A", "caches",
			      "level", 1, "libraries", "path", "/lib/libc.so.6",
			      "build_id", "aa", "path", "/usr/lib/libm.so", "build_id",
			      "bb", "compiler", "gcc 12");
	json_t *b =
		json_pack("{ss s[s] s{ss s[{si}]} s[{ssss}{ssss}]}", "time", "2",
			  "command", "y", "hardware", "cpu_model", "B", "caches",
			  "level", 2, "libraries", "path", "/lib/libm.so", "build_id",
			  "bb", "path", "/lib64/libc.so.6", "build_id", "cc");
	char all[512] = "";

	aisp_compared_release(&c);
	aisp_manifest_diff(&c, a, b);
	for (int i = 0; i < c.n_differs; i++) {
		const struct aisp_difference *d = &c.differs[i];

		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s %s|%s;",
			 d->what, d->a ? d->a : "", d->b ? d->b : "");
	}
	ok(same(all, "hardware.cpu_model A|B;hardware.caches[0].level 1|2;"
		     "libraries.libc.so.6 aa|cc;compiler gcc 12|;"),
	   "what differs, wherever a library lies and whenever it was");
	aisp_compared_release(&c);
	ok(!aisp_manifest_diff(&c, a, a) && !c.n_differs, "nothing, of the same");
	json_decref(a);
	json_decref(b);
}

int main(void)
{
	test_verdicts();
	test_runs();
	test_confirm();
	test_figureless();
	test_pairs();
	test_differences();
	test_baselines();
	aisp_compared_release(&c);
	aisp_history_rows_release(&sides[0]);
	aisp_history_rows_release(&sides[1]);
	return done();
}
