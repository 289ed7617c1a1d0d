/* SPDX-License-Identifier: MIT */
#include <sys/types.h>

#include <sha256.h>

#include "report/html.h"
#include "report/html_data.h"
#include "report/html_page.h"
#include "report/report.h"
#include "tap.h"
#include "unit/report_doc.h"

static void test_page(void)
{
	const char *const styles[] = { "a{}", NULL };
	const char *const scripts[] = { "f()", "g()", NULL };
	json_t *data = json_pack("{ss}", "name", "</script><!--{{text}}");
	struct aisp_page page = { "{{csp}}|{{title}}|{{styles}}|{{data}}|{{scripts}}|"
				  "{{markup}}|{{text}}|{{other}}|{{open",
				  styles,
				  scripts,
				  "'self'",
				  data,
				  "<t>",
				  "<svg/>",
				  "a<b>&\"'" };
	char *text = NULL, *csp = aisp_page_csp(&page);
	size_t n;
	FILE *f = open_memstream(&text, &n);

	ok(!aisp_page_write(&page, f) && !fclose(f), "a page");
	ok(doc_says(text, "|&lt;t&gt;|<style>a{}</style>\n|{\"name\":\"\\u003c/script>"
			  "\\u003c!--{{text}}\"}|<script>f()</script>\n<script>g()"
			  "</script>\n|<svg/>|a&lt;b&gt;&amp;&quot;&#39;||{{open"),
	   "each part in its place, once");
	ok(doc_says(text, "default-src 'none'") &&
		   doc_says(csp, "connect-src 'self'") &&
		   doc_says(csp, "frame-ancestors 'none'"),
	   "the policy");
	ok(doc_count(csp, "'sha256-") == 3 &&
		   /* printf 'f()' | openssl sha256 -binary | base64 */
		   doc_says(csp, "script-src 'sha256-"
				 "GcEEE0IkDzIP5EQ6DXZaDPORqT5RTBELX8Fyzyg9yvo='"),
	   "scripts by their hashes");
	free(text);
	free(csp);
	json_decref(data);
}

static void test_data(const struct aisp_run *run)
{
	json_t *data = aisp_html_data(run);
	const json_t *rows = json_object_get(data, "rows");
	const json_t *row = json_array_get(rows, 0), *bad = json_array_get(rows, 2);
	const json_t *ledger = json_object_get(row, "ledger");
	const json_t *arm = json_array_get(json_object_get(data, "arms"), 1);
	const json_t *launch = json_array_get(json_object_get(arm, "launches"), 1);

	ok(json_array_size(rows) == 3 &&
		   json_number_value(json_object_get(row, "optimized_ns")) == 1e6,
	   "a row a result");
	ok(json_is_null(json_object_get(bad, "speedup")) &&
		   json_is_null(json_object_get(bad, "optimized_ns")),
	   "an INVALID one without figures");
	ok(json_array_size(json_object_get(data, "checks")) == 2 &&
		   json_array_size(json_object_get(data, "findings")) == 2 &&
		   json_array_size(ledger) == 2,
	   "checks and findings once, a ledger row a check");
	ok(json_integer_value(json_array_get(json_array_get(ledger, 1), 1)) == -1 &&
		   json_integer_value(json_array_get(json_array_get(ledger, 1), 2)) ==
			   1,
	   "what only one arm has");
	ok(json_object_get(launch, "samples_ns") &&
		   !json_object_get(launch, "evidence") &&
		   !json_object_get(launch, "warmup_ns"),
	   "launches with samples, without evidence");
	ok(json_object_get(
		   json_array_get(
			   json_object_get(
				   json_array_get(
					   json_object_get(run->document, "arms"), 1),
				   "launches"),
			   1),
		   "evidence") != NULL,
	   "the document is left as it was");
	json_decref(data);
}

static void test_report(const struct aisp_run *run, const struct aisp_run *bare)
{
	const char *s = doc_print(aisp_report_html, run);
	char *csp = aisp_report_html_csp();

	ok(!doc_says(s, NASTY) && !doc_says(s, "<script>x") && !doc_says(s, "<b>"),
	   "no name is markup");
	ok(doc_count(s, "</script>") == doc_count(s, "<script"),
	   "every script ends where it should");
	ok(doc_says(s, "Chart.js v") && doc_says(s, "Released under the MIT License"),
	   "Chart.js with its notice");
	ok(!doc_says(s, "src=\"") && !doc_says(s, "url(") && !doc_says(s, "@import"),
	   "nothing is loaded");
	ok(csp && doc_count(csp, "'sha256-") == 10, "its policy for a server");
	free(csp);
	ok(doc_says(doc_print(aisp_report_html, bare), "ch07:a@cpu"),
	   "without a manifest");
	ok(aisp_report_find("html") == aisp_report_html, "by name");
}

static void test_energy(struct aisp_run *run)
{
	struct aisp_run_gpu gpu = { .energy_moves = 12 };
	const char *s = doc_print(aisp_report_details, run);

	ok(doc_says(s, "  energy      of a call, with what else ran on the CPU\n"
		       "    baseline  0.25 J\n"),
	   "the energy of a call");
	run->arms[1].gpu = &gpu;
	s = doc_print(aisp_report_details, run);
	ok(doc_says(s,
		    "  energy      of a call among many, by the GPU's counter, which "
		    "moved 12 times\n"),
	   "and on a GPU");
	run->arms[1].gpu = NULL;
}

static void test_undecided(void)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	struct aisp_run *run;

	json_object_set_new(
		json_object_get(json_array_get(json_object_get(results, "results"), 0),
				"comparison"),
		"speedup", json_null());
	run = run_of(results, manifest);
	ok(doc_says(doc_print(aisp_report_details, run),
		    "  speedup     not known: no pair of undisturbed launches\n"),
	   "a speedup that nobody knows");
	aisp_run_free(run);
	json_decref(results);
	json_decref(manifest);
}

static void test_details(struct aisp_run *run)
{
	const char *s = doc_print(aisp_report_details, run);

	ok(doc_says(s, "\nch07:a@cpu\n  what        FASTER, w; n=64; normal\n"),
	   "details: a head");
	ok(doc_says(s, "  speedup     4.000x [3.500, 4.500] at 98.9 %, 2 pairs; "
		       "detectable 10.00 %, margin 1.00 %\n"),
	   "the speedup");
	ok(doc_says(s, "\n    optimized    500.0 us   512.5 us   1.050 "
		       "ms   1.613 ms   1.650 ms       6\n"),
	   "quantiles of the samples, without the pilot");
	ok(doc_says(s, "  timeline    medians of the launches, 1.000 ms to 4.400 ms\n"),
	   "a timeline");
	ok(doc_says(s, "  limit       625.0 us by DRAM, 1 thread\n") &&
		   doc_says(s, "  62.5 %  4.000 GB/s  1.000 GFLOP/s\n"),
	   "the limit");
	ok(doc_says(s, "\n    optimized 1.1 %, 37.5 %\n"),
	   "the errors, without the pilot's");
	ok(doc_says(s, "  ledger      2 of 3 checks") &&
		   doc_says(s, "    FAIL timing.late, optimized: </script>"),
	   "the ledger");
	ok(doc_says(s, "    line      cc -O2 x.c\n"), "the build line");
	aisp_run_expect(run, 0,
			json_pack("{ss ss ss}", "state", "REGRESSED", "class", "xeon",
				  "why", NASTY));
	s = doc_print(aisp_report_details, run);
	ok(doc_says(s, "  expected    REGRESSED on xeon: </script>"), "an expectation");
	ok(!doc_says(s, "777") && !doc_says(s, "\033") && !doc_says(s, "\xe2\x80\xae"),
	   "nothing of an INVALID one, and no control characters");
	s = doc_print(aisp_report_markdown, run);
	ok(doc_says(s, "\n### ch07:a@cpu\n\n```text\n  what        FASTER") &&
		   doc_says(s, "\n## Roofline\n\n```text\ncpu: L1"),
	   "Markdown has them too");
	ok(doc_count(s, "\n```") % 2 == 0 && !doc_says(s, "\n<"),
	   "and no name ends a block");
}

int main(void)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	struct aisp_run *run = run_of(results, manifest), *bare = run_of(results, NULL);

	test_page();
	test_data(run);
	test_report(run, bare);
	test_energy(run);
	test_details(run);
	test_undecided();
	aisp_run_free(run);
	aisp_run_free(bare);
	json_decref(results);
	json_decref(manifest);
	return done();
}
