/* SPDX-License-Identifier: MIT
 *
 * Two sides that were not measured together: which statistics, on what, and what
 * they say; what differs between manifests.
 */
#include <math.h>

#include "base/field.h"
#include "store/compare.h"
#include "tap.h"
#include "unit/store_tmp.h"

static const struct aisp_compare_rule by_default = { NULL, 0.011 };
static const struct aisp_compare_rule by_time = { "time", 0.011 };

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

/* The only row of the comparison of two lists, both of which end here. */
static json_t *compared(json_t *a, json_t *b, const struct aisp_compare_rule *rule)
{
	json_t *list = aisp_compare_rows(a, b, rule);
	json_t *only = json_incref(json_array_get(list, 0));

	if (json_array_size(list) != 1)
		printf("# %zu rows\n", json_array_size(list));
	json_decref(list);
	json_decref(a);
	json_decref(b);
	return only;
}

static int is(json_t *r, const char *verdict, const char *metric, const char *unit)
{
	int rc = same(aisp_field_text(r, "verdict"), verdict) &&
		 same(aisp_field_text(r, "metric"), metric) &&
		 same(aisp_field_text(r, "unit"), unit);

	json_decref(r);
	return rc;
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
	json_t *r, *wide;

	ok(is(compared(one(row(1, "m", 1000, 500, 10)), one(row(1, "m", 1000, 400, 12)),
		       &by_default),
	      "FASTER", "speedup", "launch"),
	   "faster");
	ok(is(compared(one(row(1, "m", 1000, 400, 10)), one(row(1, "m", 1000, 500, 10)),
		       &by_default),
	      "SLOWER", "speedup", "launch"),
	   "slower");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1000, 500, 20)),
		       &by_default),
	      "SAME", "speedup", "launch"),
	   "the same");
	ok(is(compared(one(row(1, "m", 1000, 500, 4)), one(row(1, "m", 1000, 495, 4)),
		       &by_default),
	      "INCONCLUSIVE", "speedup", "launch"),
	   "about the margin: inconclusive");
	wide = row(1, "m", 1000, 500, 20);
	json_object_set_new(wide, "margin", json_real(0.06));
	r = compared(one(row(1, "m", 1000, 500, 20)), one(wide), &by_default);
	ok(strstr(aisp_field_text(r, "why"), "margin of 6 % is too wide") &&
		   is(r, "INCONCLUSIVE", "speedup", "launch"),
	   "within a margin above 5 % nothing is the same");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1300, 650, 20)),
		       &by_default),
	      "SAME", "speedup", "launch"),
	   "a slower session cancels in the speedup");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "m", 1300, 650, 20)),
		       &by_time),
	      "SLOWER", "time", "launch"),
	   "and not in the time");
	ok(is(compared(one(row(1, "m", 1000, 500, 20)), one(row(1, "k", 800, 250, 20)),
		       &by_default),
	      "FASTER", "time", "launch"),
	   "between machines the time counts");
	r = compared(one(row(1, "m", 1000, 500, 10)), one(row(1, "m", 1000, 400, 10)),
		     &by_time);
	ok(fabs(aisp_field_number(r, "ratio") - 1.25) < 0.01 &&
		   fabs(aisp_element_number(json_object_get(r, "time_ns"), 1) - 400) <
			   4 &&
		   fabs(aisp_element_number(json_object_get(r, "speedup"), 0) - 2) <
			   0.02 &&
		   aisp_field_number(r, "confidence") == 1 - 0.011 &&
		   json_is_true(json_object_get(r, "is_same_object")),
	   "the ratio of the times, above 1 where b is faster");
	json_decref(r);
}

static void test_runs(void)
{
	ok(is(compared(three(1000, 500), three(1000, 400), &by_default), "FASTER",
	      "speedup", "run"),
	   "with three runs on both sides a run is the unit");
	ok(is(compared(three(1000, 500), three(1000, 480), &by_time), "INCONCLUSIVE",
	      "time", "run"),
	   "what varies between runs is then in the interval");
	ok(is(compared(three(1000, 500), one(row(1, "m", 1000, 400, 10)), &by_default),
	      "FASTER", "speedup", "launch"),
	   "against a single run it is a launch");
}

/* Seven launches of twelve are much faster: t = 3.9, but z = 2.4 by ranks. */
static void test_confirm(void)
{
	json_t *a = row(1, "m", 1000, 500, 12), *b = row(1, "m", 1000, 500, 12), *r;
	json_t *ns = json_object_get(b, "launches_ns");

	for (size_t i = 0; i < 7; i++)
		json_array_set_new(ns, i, json_real(300 + (double)i));
	r = compared(one(a), one(b), &by_default);
	ok(same(aisp_field_text(r, "verdict"), "INCONCLUSIVE") &&
		   aisp_element_number(json_object_get(r, "ratio_ci"), 0) > 1.01 &&
		   says(aisp_field_text(r, "why"), "rank-sum test does not"),
	   "the interval alone does not decide");
	json_decref(r);
}

static void test_figureless(void)
{
	json_t *a = row(1, "m", 1000, 500, 5), *b = row(1, "m", 1000, 500, 5), *list,
	       *r;

	json_object_set_new(b, "speedup", json_null());
	json_object_set_new(b, "note", json_string("INVALID: late writes"));
	r = compared(one(a), one(b), &by_default);
	ok(same(aisp_field_text(r, "verdict"), "INVALID") &&
		   says(aisp_field_text(r, "why"), "late writes"),
	   "a side without figures: INVALID, and why");
	json_decref(r);
	a = one(row(1, "m", 1000, 500, 5));
	b = one(row(1, "m", 1000, 500, 5));
	json_object_set_new(json_array_get(b, 0), "params", json_string("n=5"));
	list = aisp_compare_rows(a, b, &by_default);
	ok(!json_array_size(list), "other parameters are another experiment");
	json_decref(list);
	json_decref(a);
	json_decref(b);
}

static void test_pairs(void)
{
	json_t *a = json_pack("[ooo]", row(1, "m", 1000, 500, 3),
			      row(2, "m", 1000, 600, 3), row(3, "m", 1000, 700, 3));
	json_t *b = json_pack("[ooo]", row(1, "m", 1000, 400, 3),
			      row(2, "m", 1000, 300, 3), row(3, "m", 1000, 560, 3));
	json_t *list, *ns, *poor = json_array_get(b, 1);

	json_object_set_new(poor, "speedup", json_null());
	json_object_set_new(poor, "note", json_string("INVALID: late"));
	list = aisp_compare_pairs(a, b);
	ns = json_object_get(json_array_get(list, 0), "pairs_ns");
	ok(json_array_size(json_array_get(ns, 0)) == 2 &&
		   fabs(aisp_element_number(json_array_get(ns, 0), 1) - 700) < 7 &&
		   fabs(aisp_element_number(json_array_get(ns, 1), 1) - 560) < 6,
	   "pairs of one number stand beside each other; half a pair is left out");
	ok(aisp_field_number(json_array_get(list, 0), "n_left_out") == 1 &&
		   same(aisp_field_text(json_array_get(list, 0), "left_out_why"),
			"INVALID: late"),
	   "and counted, with the reason");
	json_decref(list);
	json_array_remove(a, 2);
	json_array_remove(a, 0);
	list = aisp_compare_pairs(a, b);
	ok(same(aisp_field_text(json_array_get(list, 0), "verdict"), "INVALID"),
	   "no whole pair: INVALID");
	json_decref(list);
	json_decref(a);
	json_decref(b);
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
	json_t *list = aisp_manifest_diff(a, b), *d, *none = aisp_manifest_diff(a, a);
	char all[512] = "";
	size_t i;

	json_array_foreach(list, i, d)
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s %s|%s;",
			 aisp_field_text(d, "what"), aisp_field_text(d, "a"),
			 aisp_field_text(d, "b"));
	ok(same(all, "hardware.cpu_model A|B;hardware.caches[0].level 1|2;"
		     "libraries.libc.so.6 aa|cc;compiler gcc 12|;"),
	   "what differs, wherever a library lies and whenever it was");
	ok(!json_array_size(none), "nothing, of the same");
	json_decref(none);
	json_decref(list);
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
	return done();
}
