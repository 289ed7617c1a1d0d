/* SPDX-License-Identifier: MIT
 *
 * A history's series as text: a line for each, or a table of one.
 */
#include <stdbool.h>
#include <string.h>

#include "report/trend.h"
#include "tap.h"
#include "unit/rows_of.h"

static char text[8192];
static int n_failed;

static struct aisp_history_rows rows;
static struct aisp_history_change change = { 2, 0.002, 2, 1.5 };

static json_t *point(int run, double speedup)
{
	return json_pack("{si ss ss sb sf s[ff] ss ss ss ss ss ss ss ss}", "run", run,
			 "started", "2026-01-01T00:00:00Z", "commit",
			 "0123456789abcdef", "is_dirty", run == 2, "speedup", speedup,
			 "speedup_ci", speedup - 0.25, speedup + 0.25, "grade", "A",
			 "verdict", "FASTER", "target", "ch01:add@cpu", "params",
			 "n=64", "distribution", "normal", "baseline", "baseline_add",
			 "class", "server", "fingerprint", "fedcba9876543210");
}

/* A series of all rows, of which the last is the change, if there is one. */
static struct aisp_history_series series_of(enum aisp_history_metric metric,
					    int n_changes)
{
	return (struct aisp_history_series){ rows.at[0], metric,  rows.at,
					     rows.n,     &change, n_changes };
}

static void use(json_t *list)
{
	aisp_history_rows_release(&rows);
	rows = rows_of(list);
}

static FILE *begin(void)
{
	memset(text, 0, sizeof(text));
	return fmemopen(text, sizeof(text), "w");
}

static void print_one(struct aisp_history_series s)
{
	FILE *f = begin();

	n_failed += aisp_report_trend(&s, f) != 0;
	fclose(f);
}

static void print_all(struct aisp_history_series *s, int n)
{
	const struct aisp_history_trends trends = { s, n };
	FILE *f = begin();

	n_failed += aisp_report_trends(&trends, f) != 0;
	fclose(f);
}

static bool says(const char *words)
{
	if (strstr(text, words))
		return true;
	printf("# %s\n", text);
	return false;
}

/* n runs that repeat these times; the first ones, beyond 40, must be left out. */
static struct aisp_history_series times(int n, const double *ns, int n_ns)
{
	json_t *points = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(
			points, json_pack("{si ss sf s[ff]}", "run", i, "target", "t",
					  "time_ns", i < n - 40 ? 1e12 : ns[i % n_ns],
					  "time_ci", 900.0, 1100.0));
	use(points);
	return series_of(AISP_HISTORY_TIME, 0);
}

static void print_times(int n, const double *ns, int n_ns)
{
	struct aisp_history_series s = times(n, ns, n_ns);

	print_all(&s, 1);
}

static void test_spark(void)
{
	static const double doubled[] = { 1000, 2000, 4000, 8000 };

	print_times(1, doubled, 1);
	ok(says("time = 1.000 us after 1 run\n"), "one run lies in the middle");
	print_times(40, doubled, 4);
	ok(says("time _-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+# 8.000 us after 40"),
	   "by the logarithm of each time");
	print_times(45, doubled, 4);
	ok(says("time -+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_-+#_ 1.000 us after 45"),
	   "of the last forty");
	print_one(times(2, doubled, 2));
	ok(says("t  ") && says("time _# 2.000 us after 2 runs\n") &&
		   says("1.000 us [900.0 ns, 1.100 us]"),
	   "a table of times has their intervals");
	setenv("LC_ALL", "", 1);
	setenv("LC_CTYPE", "", 1);
	setenv("LANG", "C.UTF-8", 1);
	print_times(2, doubled, 2);
	ok(says("time ▁█ 2.000 us"), "blocks where the locale has them");
	setenv("LC_CTYPE", "en_US.utf8", 1);
	setenv("LANG", "C", 1);
	print_times(2, doubled, 2);
	ok(says("time ▁█ 2.000 us"), "by the nearest word of the environment");
}

#define NAME "ch01:add@cpu  n=64 normal over baseline_add on server (fedcba98)\n"

int main(void)
{
	struct aisp_history_series both[2];

	setenv("LC_ALL", "C", 1);
	use(json_pack("[ooo]", point(1, 2), point(2, 2), point(3, 1.5)));
	both[0] = series_of(AISP_HISTORY_SPEEDUP, 0);
	both[1] = series_of(AISP_HISTORY_SPEEDUP, 1);
	print_all(both, 2);
	ok(!strcmp(text,
		   NAME "    speedup ##_ 1.500x after 3 runs\n" NAME
			"    speedup ##_ 1.500x after 3 runs; changed from 2.000x to "
			"1.500x at 0123456789ab (p 0.002)\n"),
	   "a name and a line for each series, with its last change");
	print_one(both[1]);
	ok(says("    2  2026-01-01T00:00:00Z  0123456789ab+  2.000x [1.750, 2.250]"),
	   "a row for each run; a tree with changes is marked");
	ok(says("FASTER\n------ changed from 2.000x to 1.500x at 0123456789ab (p "
		"0.002)\n    3  "),
	   "and a line before the run since which it is another");
	print_one(both[0]);
	ok(!strstr(text, "changed"), "none where nothing changed");
	test_spark();
	aisp_history_rows_release(&rows);
	ok(!n_failed, "and all of it could be written");
	return done();
}
