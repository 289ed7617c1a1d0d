/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "report/format.h"
#include "report/report.h"
#include "report/row.h"
#include "report/state.h"
#include "report/summary.h"
#include "tap.h"
#include "unit/run_of.h"
#include "unit/store_tmp.h"

#define NASTY "ch07:a \"b\", c|d\xc3\xbc\xe4\xb8\xad\n\033[31m@cpu"

static const struct aisp_style plain = { 0, 0 };

static json_t *arm(const char *variant, const char *cls, double ns)
{
	return json_pack("{ss ss ss sn sf sf sn s{sf ss} s[]}", "variant", variant,
			 "device", "cpu", "class", cls, "library", "median_ns", ns,
			 "gb_per_s", 12.5, "gflop_per_s", "sol", "fraction", 0.625,
			 "roof", "DRAM, 1 thread", "launches");
}

static json_t *comparison(const char *verdict, double ratio)
{
	return json_pack("{ss ss sf s[ff] sf si sf sf}", "verdict", verdict, "why",
			 strcmp(verdict, "INVALID") ? "" : "stale, \"output\"",
			 "speedup", ratio, "speedup_ci", ratio / 1.1, ratio * 1.1,
			 "confidence", 0.989, "n_pairs", 10, "mde", 0.01, "margin",
			 0.02);
}

static json_t *result(const char *target, int rows, const char *status,
		      const char *reason, json_t *c, json_t *versus)
{
	return json_pack(
		"{ss ss ss s{si} ss si si si ss ss? so* so* s[{ss ss ss} {ss ss ss}]}",
		"target", target, "chapter", "ch07_x", "workload", "a", "params",
		"rows", rows, "distribution", "uniform", "baseline", 0, "optimized", 1,
		"library", 2, "status", status, "reason", reason, "comparison", c,
		"vs_library", versus, "ledger", "check", "memory.stale", "verdict",
		"PASS", "why", "", "check", "timing.late", "verdict", "UNKNOWN", "why",
		"n_late was not observed");
}

/* The library's own row. */
static json_t *library_result(void)
{
	json_t *r = result("ch07:lib@cpu", 64, "measured", NULL, comparison("SAME", 1),
			   NULL);

	json_object_set_new(r, "optimized", json_integer(2));
	json_object_set_new(r, "library", json_null());
	return r;
}

static json_t *document(void)
{
	json_t *lib = arm("optimized_a_lib", "library", 1.2e6);
	json_t *doc;

	json_object_set_new(lib, "library", json_string("oneDNN 2.6"));
	json_object_set_new(lib, "sol", json_pack("{ss}", "bound_by", "branches"));
	doc = json_pack(
		"{si s{ss ss ss s[s] sb} s[ooo] s[oooooo]}", "schema", 1, "run", "id",
		"r1", "folder", "/x/artifacts/r1", "grade", "C", "grade_why",
		"a hypervisor", "is_partial", 0, "arms",
		arm("baseline_a", "naive", 4e6), arm("optimized_a", "optimized", 1e6),
		lib, "results",
		result("ch07:a@cpu", 64, "measured", NULL, comparison("FASTER", 4),
		       comparison("FASTER", 1.2)),
		result("ch07:a@cpu", 128, "measured", NULL, comparison("SAME", 1),
		       NULL),
		result(NASTY, 64, "measured", NULL, comparison("INVALID", 99),
		       comparison("FASTER", 77)),
		result("ch07:c@cpu", 64, "skipped", "no AVX-512", NULL, NULL),
		result("ch07:d@cpu", 64, "failed", "crashed:\nsignal 11", NULL, NULL),
		library_result());
	return doc;
}

static json_t *manifest(void)
{
	return json_pack("{ss ss s{ss sb}}", "host", "box", "compiler", "cc 12.2",
			 "git", "commit", "0123456789abcdef", "is_dirty", 1);
}

/* What a format prints; the next call overwrites it. */
static const char *print(aisp_report_function *format)
{
	static char *text;
	size_t size;
	json_t *doc = document(), *m = manifest();
	struct aisp_run *run = run_of(doc, m);
	FILE *f;

	free(text);
	f = open_memstream(&text, &size);
	if (format(run, f))
		fputs("the report failed", f);
	fclose(f);
	aisp_run_free(run);
	json_decref(doc);
	json_decref(m);
	return text;
}

static int styled(const struct aisp_run *run, FILE *f)
{
	return aisp_report_table_styled(run, (struct aisp_style){ 60, 0 }, f);
}

static int coloured(const struct aisp_run *run, FILE *f)
{
	return aisp_report_table_styled(run, (struct aisp_style){ 0, 1 }, f);
}

static int uncoloured(const struct aisp_run *run, FILE *f)
{
	return aisp_report_table_styled(run, plain, f);
}

/* Prints the run with a second result of the same reason. */
static int repeated(const struct aisp_run *run, FILE *f)
{
	json_t *more = json_deep_copy(run->document);
	struct aisp_run *longer;
	int rc;

	json_array_append_new(
		json_object_get(more, "results"),
		result("ch07:e@cpu", 64, "skipped", "no AVX-512", NULL, NULL));
	longer = run_of(more, NULL);
	rc = uncoloured(longer, f);
	aisp_run_free(longer);
	json_decref(more);
	return rc;
}

static void compute(struct aisp_overall *o, json_t *doc)
{
	struct aisp_run *run = run_of(doc, NULL);

	aisp_overall_compute(o, run);
	aisp_run_free(run);
}

static enum aisp_run_state state_of_document(json_t *doc)
{
	struct aisp_run *run = run_of(doc, NULL);
	enum aisp_run_state state = aisp_run_state_of(run);

	aisp_run_free(run);
	return state;
}

static void test_summary(void)
{
	json_t *doc = document();
	struct aisp_overall o;
	const char *s = print(uncoloured);

	compute(&o, doc);
	ok(o.n == 3 && fabs(o.speedup - cbrt(4)) < 1e-12,
	   "geometric mean of 4, 1 and 1");
	ok(fabs(o.ci_low - cbrt(4) / 1.1) < 1e-12 &&
		   fabs(o.ci_high - cbrt(4) * 1.1) < 1e-12,
	   "its interval");
	ok(says(s, "6 results: 1 FASTER, 2 SAME, 1 INVALID, 1 skipped, 1 failed"),
	   "counts");
	ok(says(s,
		"3 decided comparisons: 1.587x [1.443, 1.746], 3 of them over a naive"),
	   "the mean in words");
	ok(says(s, "skipped ch07:c@cpu: no AVX-512\n") &&
		   !says(s, "failed ch07:d@cpu:"),
	   "reasons, but of what the rows explain");
	ok(says(s, "failed\n    crashed: signal 11\n"), "a failed row says why");
	ok(says(s, "INVALID\n") && says(s, "    stale, \"output\"\n"),
	   "an INVALID row, too");
	ok(says(s, "ledger: 6 PASS, 6 UNKNOWN\n"), "the ledger");
	json_object_set_new(
		json_object_get(json_array_get(json_object_get(doc, "results"), 1),
				"comparison"),
		"verdict", json_string("INCONCLUSIVE"));
	compute(&o, doc);
	ok(o.n == 2 && o.n_open == 1 && fabs(o.speedup - 2) < 1e-12,
	   "what is INCONCLUSIVE is in no mean");
	json_object_set_new(
		json_object_get(json_array_get(json_object_get(doc, "results"), 1),
				"comparison"),
		"speedup_ci", json_pack("[nn]"));
	compute(&o, doc);
	ok(o.n == 2 && o.n_open == 1, "and counted without an interval, too");
	json_array_append_new(
		json_object_get(json_array_get(json_object_get(doc, "arms"), 2),
				"launches"),
		json_pack("{si si ss si s[] s[f] sf s{sf}}", "block", 0, "position", 0,
			  "status", "ok", "calls_per_sample", 1, "warmup_ns",
			  "samples_ns", 1e6, "median_ns", 1e6, "evidence",
			  "heldout_declined", 1.0));
	compute(&o, doc);
	ok(o.n == 1 && o.n_only == 1 && fabs(o.speedup - 4) < 1e-12,
	   "nor is what counts at its size alone");
	ok(says(s, "environment grade C: a hypervisor\n"), "the grade and why");
	ok(says(s, "box with cc 12.2, commit 0123456789ab with uncommitted"),
	   "the origin");
	ok(says(s, "run folder: /x/artifacts/r1\n"), "the run folder");
	s = print(repeated);
	ok(says(s, "skipped ch07:c@cpu and 1 more: no AVX-512\n") &&
		   !strstr(s, "skipped ch07:e@cpu:"),
	   "one reason of several is said once");
	json_decref(doc);
}

/* The state of a run whose only result has that verdict (or status) and margin. */
static enum aisp_run_state state_of(const char *verdict, const char *status,
				    double margin, int is_partial)
{
	json_t *c = *verdict ? comparison(verdict, 1) : NULL;
	json_t *doc = document(), *list = json_object_get(doc, "results");
	enum aisp_run_state state;

	if (c)
		json_object_set_new(c, "margin", json_real(margin));
	json_array_clear(list);
	if (*status)
		json_array_append_new(list,
				      result("ch07:a@cpu", 64, status, "why", c, NULL));
	json_object_set_new(json_object_get(doc, "run"), "is_partial",
			    json_boolean(is_partial));
	state = state_of_document(doc);
	json_decref(doc);
	return state;
}

static void test_state(void)
{
	json_t *doc = document(), *run = json_object_get(doc, "run");

	json_object_set_new(run, "left_out", json_pack("[s]", "a.b"));
	ok(state_of_document(doc) == AISP_RUN_INVALID, "the gravest of a run");
	json_object_set_new(doc, "results",
			    json_pack("[o]", result("ch07:a@cpu", 64, "measured", "",
						    comparison("FASTER", 2), NULL)));
	ok(state_of_document(doc) == AISP_RUN_UNPROVEN, "what is not proven");
	json_decref(doc);
	ok(state_of("FASTER", "measured", 0.01, 0) == AISP_RUN_FINE &&
		   state_of("SLOWER", "measured", 0.01, 0) == AISP_RUN_FINE &&
		   state_of("SAME", "measured", 0.01, 0) == AISP_RUN_FINE,
	   "what was decided is fine");
	ok(state_of("SAME", "measured", 0.031, 0) == AISP_RUN_VAGUE &&
		   state_of("FASTER", "measured", 0.031, 0) == AISP_RUN_FINE,
	   "a SAME within a wide margin is not");
	ok(state_of("INCONCLUSIVE", "measured", 0.01, 0) == AISP_RUN_INCONCLUSIVE &&
		   state_of("", "failed", 0, 0) == AISP_RUN_FAILED &&
		   state_of("", "skipped", 0, 0) == AISP_RUN_SKIPPED &&
		   state_of("", "", 0, 0) == AISP_RUN_EMPTY,
	   "each is called what it is");
	ok(state_of("", "not run", 0, 0) == AISP_RUN_CUT &&
		   state_of("FASTER", "measured", 0.01, 1) == AISP_RUN_CUT,
	   "a run that ended early");
}

static int widest(const char *s)
{
	int max = 0;

	while (*s) {
		char line[4096];
		size_t n = strcspn(s, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)n, s);
		if (aisp_text_width(line) > max)
			max = aisp_text_width(line);
		s += n + (s[n] == '\n');
	}
	return max;
}

static void test_table(void)
{
	const char *s = print(uncoloured);

	ok(says(s, "ch07:a@cpu rows=64 uniform") &&
		   says(s, "ch07:a@cpu rows=128 uniform"),
	   "a repeated target shows its parameters");
	ok(says(s, "4.000x [3.636, 4.400]   naive  4.000 ms  1.000 ms  62.5 %"),
	   "speedup, baseline's class, both times, limit");
	ok(strstr(s, "INVALID") < strstr(s, "FASTER") &&
		   strstr(s, "failed") < strstr(s, "FASTER"),
	   "what is INVALID or failed stands first");
	ok(says(s, "1.200x oneDNN 2.6\n"), "the library");
	ok(says(s, "is oneDNN 2.6\n"), "and its own row");
	ok(says(s, "  no roof: branches"), "what binds where no roof does");
	ok(!strstr(s, "99") && !strstr(s, "77"), "an INVALID result shows no figure");
	ok(!strchr(s, '\033') && says(s, "c|d\xc3\xbc\xe4\xb8\xad ?[31m@cpu"),
	   "a name cannot drive the terminal");
	ok(!strstr(s, " \n"), "no blanks at the ends");
	ok(widest(s) > 60 && widest(print(styled)) <= 60, "fits into 60 columns");
	ok(says(print(styled), "4.000x [3.636, 4.400]") &&
		   says(print(styled), "over naive"),
	   "and loses nothing");
	ok(says(print(coloured), "\033[32mFASTER\033[0m"), "colours");
}

/* Field k of CSV row i, unquoted; fields may hold line ends. */
static const char *field(const char *s, int i, int k)
{
	static char buf[512];
	int row = 0, column = 0, is_quoted = 0;
	size_t n = 0;

	for (; *s; s++) {
		if (*s == '"' && is_quoted && s[1] == '"')
			s++;
		else if (*s == '"') {
			is_quoted = !is_quoted;
			continue;
		} else if (!is_quoted && *s == ',') {
			column++;
			continue;
		} else if (!is_quoted && *s == '\r' && s[1] == '\n') {
			row++;
			column = 0;
			s++;
			continue;
		}
		if (row == i && column == k && n + 1 < sizeof(buf))
			buf[n++] = *s;
	}
	buf[n] = '\0';
	return buf;
}

static void test_csv(void)
{
	const char *s = print(aisp_report_csv);

	ok(same(field(s, 0, 0), "target") && same(field(s, 0, 20), "reason"), "header");
	ok(same(field(s, 1, 1), "rows=64") && same(field(s, 1, 5), "4") &&
		   same(field(s, 1, 11), "1000000") && same(field(s, 1, 14), "0.625") &&
		   same(field(s, 1, 16), "1.2") && same(field(s, 1, 19), "C"),
	   "figures at full precision");
	ok(same(field(s, 3, 0), NASTY), "a nasty name survives as it is");
	ok(same(field(s, 3, 4), "INVALID") && same(field(s, 3, 5), "") &&
		   same(field(s, 3, 16), "") &&
		   same(field(s, 3, 20), "stale, \"output\""),
	   "INVALID: no figures, but the reason");
	ok(same(field(s, 5, 3), "failed") && same(field(s, 5, 11), ""),
	   "failed: no figures either");
	ok(same(field(s, 5, 20), "crashed:\nsignal 11"), "a line end in a field");
	ok(same(field(s, 4, 3), "skipped") && same(field(s, 4, 20), "no AVX-512"),
	   "skipped");
	ok(same(field(s, 6, 0), "ch07:lib@cpu") && same(field(s, 7, 0), ""),
	   "six rows");
}

static void test_markdown(void)
{
	const char *s = print(aisp_report_markdown);

	ok(says(s, "| ch07:a \"b\", c\\|d\xc3\xbc\xe4\xb8\xad ?\\[31m@cpu | INVALID |"),
	   "a pipe in a name does not begin a column");
	ok(says(s,
		"| FASTER | 4.000x \\[3.636, 4.400\\] | naive | 4.000 ms | 1.000 ms |"),
	   "a row");
	ok(says(s, "\n- ledger: 6 PASS"), "the summary as a list");
}

static void test_json(void)
{
	json_t *doc = document(), *back = json_loads(print(aisp_report_json), 0, NULL);
	struct aisp_run *run = run_of(back, NULL);

	ok(run->n_results == 6, "the document is one that can be read again");
	aisp_run_free(run);
	ok(!json_object_get(json_object_get(back, "run"), "folder"),
	   "the loader's addition is gone");
	json_object_del(json_object_get(doc, "run"), "folder");
	ok(json_equal(doc, back), "the rest is the same");
	json_decref(doc);
	json_decref(back);
	ok(aisp_report_find("md") == aisp_report_markdown && !aisp_report_find("xls"),
	   "formats by name");
}

static const char *ns(double v)
{
	static char buf[64];

	aisp_format_ns(buf, sizeof(buf), v);
	return buf;
}

static void test_numbers(void)
{
	ok(same(ns(0.05), "0.05 ns") && same(ns(0.1), "0.1000 ns"),
	   "small numbers without zeros at the end");
	ok(same(ns(0.5), "0.5000 ns") && same(ns(999.96), "1.000 us") &&
		   same(ns(12345678), "12.35 ms") && same(ns(4.2e12), "4200 s") &&
		   same(ns(NAN), ""),
	   "times in a readable unit");
	ok(aisp_text_width("a\xc3\xbc\xe4\xb8\xad") == 4 &&
		   aisp_text_width("e\xcc\x81") == 1 &&
		   aisp_text_width("\xff\xfe") == 2,
	   "width: wide, combining, and no UTF-8");
}

static void test_text(void)
{
	char buf[32], tiny[4];

	aisp_format_text(buf, sizeof(buf), "a\tb\302\233c\342\200\256\303\274");
	ok(same(buf, "a b?c?\xc3\xbc"), "C1 and bidirectional controls");
	aisp_format_text(buf, sizeof(buf), "\x1b[1m\x7f~");
	ok(same(buf, "?[1m?~"), "the first and the last that ASCII has");
	aisp_format_text(tiny, sizeof(tiny), "ab\xc3\xbc");
	ok(same(tiny, "ab"), "no half character");
}

int main(void)
{
	test_text();
	test_numbers();
	test_summary();
	test_state();
	test_table();
	test_csv();
	test_markdown();
	test_json();
	return done();
}
