/* SPDX-License-Identifier: MIT
 *
 * A history's series in words: a line for each, or a table of one.
 */
#include <jansson.h>
#include <stdbool.h>
#include <string.h>

#include "report/trend.h"
#include "tap.h"

static char text[8192];
static int n_failed;

static json_t *point(int run, double speedup)
{
	return json_pack("{si ss ss sb sf s[ff] ss ss}", "run", run, "started",
			 "2026-01-01T00:00:00Z", "commit", "0123456789abcdef",
			 "is_dirty", run == 2, "speedup", speedup, "speedup_ci",
			 speedup - 0.25, speedup + 0.25, "grade", "A", "verdict",
			 "FASTER");
}

/* Three runs; from the third on the speedup is another, if it changed. */
static json_t *series_of(bool has_changed)
{
	json_t *series = json_pack(
		"{ss ss ss ss ss ss ss s[ooo] s[]}", "metric", "speedup", "target",
		"ch01:add@cpu", "params", "n=64", "distribution", "normal", "baseline",
		"baseline_add", "class", "server", "fingerprint", "fedcba9876543210",
		"points", point(1, 2), point(2, 2), point(3, 1.5), "changes");

	if (has_changed)
		json_array_append_new(json_object_get(series, "changes"),
				      json_pack("{si sf sf sf}", "at", 2, "before", 2.0,
						"after", 1.5, "p", 0.002));
	return series;
}

static void print(int (*report)(const json_t *, FILE *), json_t *what)
{
	FILE *f = fmemopen(text, sizeof(text), "w");

	memset(text, 0, sizeof(text));
	n_failed += report(what, f) != 0;
	fclose(f);
	json_decref(what);
}

static bool says(const char *words)
{
	if (strstr(text, words))
		return true;
	printf("# %s\n", text);
	return false;
}

/* So many runs of these times, over and over, after five that are too many. */
static json_t *times(int n, const double *ns, int n_ns)
{
	json_t *points = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(points,
				      json_pack("{si sf s[ff]}", "run", i, "time_ns",
						i < n - 40 ? 1e12 : ns[i % n_ns],
						"time_ci", 900.0, 1100.0));
	return json_pack("{ss ss so s[]}", "metric", "time", "target", "t", "points",
			 points, "changes");
}

static void test_spark(void)
{
	static const double doubled[] = { 1000, 2000, 4000, 8000 };

	print(aisp_report_trends, json_pack("[o]", times(1, doubled, 1)));
	ok(says("time = 1.000 us after 1 run\n"), "one run lies in the middle");
	print(aisp_report_trends, json_pack("[o]", times(40, doubled, 4)));
	ok(says("time _-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+# 8.000 us after 40"),
	   "by the logarithm of each time");
	print(aisp_report_trends, json_pack("[o]", times(45, doubled, 4)));
	ok(says("time -+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_ 1.000 us after 45"),
	   "of the last forty");
	print(aisp_report_trend, times(2, doubled, 2));
	ok(says("t  ") && says("time _# 2.000 us after 2 runs\n") &&
		   says("1.000 us [900.0 ns, 1.100 us]"),
	   "a table of times has their intervals");
	setenv("LC_ALL", "", 1);
	setenv("LC_CTYPE", "", 1);
	setenv("LANG", "C.UTF-8", 1);
	print(aisp_report_trends, json_pack("[o]", times(2, doubled, 2)));
	ok(says("time ▁█ 2.000 us"), "blocks where the locale has them");
	setenv("LC_CTYPE", "en_US.utf8", 1);
	setenv("LANG", "C", 1);
	print(aisp_report_trends, json_pack("[o]", times(2, doubled, 2)));
	ok(says("time ▁█ 2.000 us"), "by the nearest word of the environment");
}

#define NAME "ch01:add@cpu  n=64 normal over baseline_add on server (fedcba98)\n"

int main(void)
{
	setenv("LC_ALL", "C", 1);
	print(aisp_report_trends, json_pack("[oo]", series_of(false), series_of(true)));
	ok(!strcmp(text,
		   NAME "    speedup ##_ 1.500x after 3 runs\n" NAME
			"    speedup ##_ 1.500x after 3 runs; changed from 2.000x to "
			"1.500x at 0123456789ab (p 0.002)\n"),
	   "a name and a line for each series, with its last change");
	print(aisp_report_trend, series_of(true));
	ok(says("    2  2026-01-01T00:00:00Z  0123456789ab+  2.000x [1.750, 2.250]"),
	   "a row for each run; a tree with changes is marked");
	ok(says("FASTER\n------ changed from 2.000x to 1.500x at 0123456789ab (p "
		"0.002)\n    3  "),
	   "and a line before the run since which it is another");
	print(aisp_report_trend, series_of(false));
	ok(!strstr(text, "changed"), "none where nothing changed");
	test_spark();
	ok(!n_failed, "and all of it could be written");
	return done();
}
