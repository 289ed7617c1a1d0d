/* SPDX-License-Identifier: MIT
 *
 * Lines of reports: recorded expectations, ranks that share CPUs, a ranking of variants
 * with long names.
 */
#include "report/expect_text.h"
#include "report/report.h"
#include "report/summary.h"
#include "tap.h"
#include "unit/report_doc.h"
#include "unit/store_tmp.h"

#define LONG "optimized_of_a_name_that_is_longer_than_the_column_of_sixty_cells"

static const char *expectations(json_t *entries)
{
	static char text[4096];
	FILE *f = fmemopen(text, sizeof(text), "w");

	aisp_report_expectations(entries, f);
	fclose(f);
	json_decref(entries);
	return text;
}

static void test_expectations(void)
{
	const char *line = expectations(json_pack(
		"[{ss ss s{s{sf s[ff] sf}} ss ss ss ss ss}]", "class", "epyc-2c",
		"target", "ch07:t@cpu", "metrics", "speedup", "value", 2.0, "ci", 1.5,
		2.5, "lower", 1.25, "over", "naive", "grade", "C", "date",
		"2026-11-21T09:00:00Z", "commit", "0123456789abcdef", "params", "n=4"));

	ok(says(line, "epyc-2c        ch07:t@cpu                       2.000x"),
	   "of which machine, and what");
	ok(says(line, "at least 1.250  over naive   grade C  2026-11-21 0123456789ab  "
		      "n=4\n1 entry\n"),
	   "the least, the baseline, the grade, the day, the commit, the size");
	ok(says(expectations(json_pack("[{ss} {ss}]", "class", "a", "class", "b")),
		"no commit  \n2 entries\n"),
	   "and what is not known");
}

/* A run with these facts in the optimized arm's launches. */
static struct aisp_run *hosts_run(double n_ranks, double n_cpus, double n_hosts,
				  double half_ns)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	json_t *arm = json_array_get(json_object_get(results, "arms"), 1);
	struct aisp_run *run;
	json_t *launch;
	size_t i;

	json_array_foreach(json_object_get(arm, "launches"), i, launch)
		json_object_set_new(launch, "evidence",
				    json_pack("{sf sf sf sf sf}", "n_ranks", n_ranks,
					      "n_rank_cpus", n_cpus,
					      "n_threads_allowed", 1.0, "n_hosts",
					      n_hosts, "clock_half_ns", half_ns));
	run = run_of(results, manifest);
	json_decref(results);
	json_decref(manifest);
	return run;
}

static struct aisp_run *ranks_run(double n_ranks, double n_cpus)
{
	return hosts_run(n_ranks, n_cpus, 1, 0);
}

/* Are these the words about hosts for a time of 1 ms? */
static void test_hosts(double n_hosts, double half_ns, const char *words)
{
	struct aisp_run *run = hosts_run(2, 2, n_hosts, half_ns);
	char *text = aisp_summary_text(run, false);

	ok(words ? says(text, words) : !strstr(text, "\nhosts:"),
	   words ? "clocks of hosts" : "one host has one clock");
	free(text);
	aisp_run_free(run);
}

static void test_oversubscribed(void)
{
	struct aisp_run *run = ranks_run(3, 2);
	char *text = aisp_summary_text(run, false);

	ok(says(text, "\noversubscribed: ch07:a@cpu: 3 ranks on 2 CPUs\n"),
	   "more ranks than CPUs");
	free(text);
	aisp_run_free(run);
	run = ranks_run(2, 2);
	text = aisp_summary_text(run, false);
	ok(!strstr(text, "oversubscribed"), "one CPU a rank is enough");
	free(text);
	aisp_run_free(run);
}

static void test_collective(void)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	json_t *arm = json_array_get(json_object_get(results, "arms"), 1);
	struct aisp_run *run;
	char *text;

	json_object_set_new(
		arm, "collective",
		json_pack("{si sf sf sf sf sf sf}", "ranks", 3, "size_bytes", 4096.0,
			  "wire_bytes", 8192.0, "algbw_gb_s", 2.0, "busbw_gb_s", 4.0,
			  "start_skew_ns", 1500.0, "after_delay_ns", 7000.0));
	run = run_of(results, manifest);
	text = aisp_summary_text(run, false);
	ok(says(text,
		"\ncollective: ch07:a@cpu: 3 ranks, algbw 2.000 GB/s of 4096 bytes, "
		"busbw 4.000 GB/s of 8192 bytes, 7.000 us from a late rank's start on, "
		"start skew p99 1.500 us in an empty call\n"),
	   "bandwidths of a collective");
	free(text);
	aisp_run_free(run);
	json_decref(results);
	json_decref(manifest);
}

/* The summary if the first two results have one target, the first with that score. */
static char *sweep_text(double base_score, double score)
{
	json_t *results = doc_results(), *manifest = doc_manifest();
	json_t *arms = json_object_get(results, "arms");
	json_t *list = json_object_get(results, "results");
	json_t *a = json_array_get(list, 0), *b = json_array_get(list, 1);
	struct aisp_run *run;
	char *text;

	for (size_t i = 0; i < 2; i++)
		json_object_set_new(json_array_get(arms, i), "score",
				    json_pack("{sf sn s{sf}}", "value",
					      i ? score : base_score, "bound",
					      "figures", "left out", i ? 0.5 : 0.0));
	json_object_set_new(a, "score",
			    json_pack("{ss ss sn sb}", "name", "reward", "better",
				      "more", "max_times", "is_clocked", 0));
	json_object_set_new(b, "target", json_string("ch07:a@cpu"));
	json_object_set_new(b, "params", json_pack("{si}", "n", 128));
	json_object_set_new(json_object_get(b, "comparison"), "verdict",
			    json_string("INCONCLUSIVE"));
	json_object_set_new(json_object_get(b, "comparison"), "why",
			    json_string("few"));
	run = run_of(results, manifest);
	text = aisp_summary_text(run, false);
	aisp_run_free(run);
	json_decref(results);
	json_decref(manifest);
	return text;
}

static void test_sizes(void)
{
	char *text = sweep_text(1, 4);

	ok(says(text, "\nINCONCLUSIVE ch07:a@cpu n=128 normal: few\n"),
	   "a reason names the size where a run has several");
	ok(says(text,
		"\nscore of ch07:a@cpu n=64 normal: reward, more is better: 1.000 of "
		"the baseline, 4.000 of this variant\n"
		"    left out: 0.0000 to 0.5000\n"),
	   "and so does a score, with the figures beside it");
	free(text);
	text = sweep_text(1, 4.6);
	ok(says(text,
		"4.600 of this variant (means over all launches of each; the ratio "
		"is of the 2 pairs"),
	   "means that differ from the ratio are of other launches");
	free(text);
}

/* Three variants of one baseline. */
static struct aisp_run *rivals_run(void)
{
	json_t *results = json_pack("{si s{} s[ooo] s[oo]}", "schema", 1, "run", "arms",
				    doc_arm("baseline_a", "naive", 4e6, 1, 0.25),
				    doc_arm("optimized_b", "optimized", 2e6, 1, 0.25),
				    doc_arm(LONG, "optimized", 1e6, 1, 0.25), "results",
				    doc_result("ch07:a_b@cpu", 0, "FASTER"),
				    doc_result("ch07:a_c@cpu", 0, "FASTER"));
	struct aisp_run *run;

	json_object_set_new(json_array_get(json_object_get(results, "results"), 1),
			    "optimized", json_integer(2));
	run = run_of(results, NULL);
	json_decref(results);
	return run;
}

static void test_ranking(void)
{
	struct aisp_run *run = rivals_run();
	const char *text = doc_print(aisp_report_ranking, run);
	char head[128];

	snprintf(head, sizeof(head), "       %-60s  time ", "variant");
	ok(says(text, head), "a column of sixty cells at most");
	ok(says(text, LONG), "a name that is longer stands whole");
	aisp_run_free(run);
}

int main(void)
{
	test_expectations();
	test_oversubscribed();
	test_collective();
	test_hosts(1, 0, NULL);
	test_hosts(2, 10e3,
		   "\nhosts: ch07:a@cpu: ranks on 2, whose clocks are known within +- "
		   "10.00 us, which each time contains, 1 % of it: grade R-B\n");
	test_hosts(3, 11e3,
		   "\nhosts: ch07:a@cpu: ranks on 3, whose clocks are known within +- "
		   "11.00 us, which each time contains, 1.1 % of it: grade R-C\n");
	test_sizes();
	test_ranking();
	return done();
}
