/* SPDX-License-Identifier: MIT
 *
 * report_doc.h - results and a manifest to print, and what a format prints.
 */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/run_of.h"

#define NASTY "</script><script>x</script>\n\033[31m```\xe2\x80\xae|<b>&\"'"

static json_t *doc_launch(int block, double ns)
{
	return json_pack("{si si ss sn s[f] s[fff] sf s{si sf sf}}", "block", block,
			 "position", 0, "status", "ok", "cause", "warmup_ns", 9e9,
			 "samples_ns", ns, ns * 1.5, ns * 0.5, "median_ns", ns,
			 "evidence", "n_wrong", 0, "rms_ratio", ns * 1e-8, "max_ratio",
			 0.375);
}

static json_t *doc_arm(const char *variant, const char *cls, double ns, double gb,
		       double gflop)
{
	return json_pack(
		"{ss ss ss sn ss ss ss sf sf sf sf s{sf ss sf} s[ooo]}", "variant",
		variant, "device", "cpu", "class", cls, "library", "summary", NASTY,
		"source", "x.c", "build", "cc -O2 x.c", "median_ns", ns, "gb_per_s", gb,
		"gflop_per_s", gflop, "energy_j", 0.25, "sol", "fraction", 0.625,
		"roof", "DRAM, 1 thread", "roof_ns", 0.625 * ns, "launches",
		doc_launch(-1, 7e9), doc_launch(0, ns), doc_launch(1, 1.1 * ns));
}

static json_t *doc_result(const char *target, int baseline, const char *verdict)
{
	return json_pack(
		"{ss ss s{si} ss si si ss sn s{ss ss sf s[ff] sf si sf sf} "
		"s[{ss ss ss ss} {ss ss ss ss} {ss ss ss ss}]}",
		"target", target, "workload", "w", "params", "n", 64, "distribution",
		"normal", "baseline", baseline, "optimized", baseline + 1, "status",
		"measured", "reason", "comparison", "verdict", verdict, "why", "",
		"speedup", 4.0, "speedup_ci", 3.5, 4.5, "confidence", 0.989, "n_pairs",
		2, "mde", 0.1, "margin", 0.01, "ledger", "check", "output.drift", "arm",
		"baseline", "verdict", "PASS", "why", "", "check", "output.drift",
		"arm", "optimized", "verdict", "PASS", "why", "", "check",
		"timing.late", "arm", "optimized", "verdict", "FAIL", "why", NASTY);
}

/* One that computes, one that only moves bytes, one that is INVALID. */
static json_t *doc_results(void)
{
	return json_pack(
		"{si s{ss s[ss] ss} s[oooooo] s[ooo]}", "schema", 1, "run", "started",
		"2026-11-21T07:30:00Z", "command", "aisp", NASTY, "grade", "C", "arms",
		doc_arm("baseline_a", "naive", 4e6, 1, 0.25),
		doc_arm("optimized_a", "optimized", 1e6, 4, 1),
		doc_arm("baseline_b", "common", 4e6, 1.5, 0),
		doc_arm("optimized_b", "optimized", 1e6, 6, 0),
		doc_arm("baseline_c", "naive", 777e6, 777, 777),
		doc_arm("optimized_c", "optimized", 777e6, 777, 777), "results",
		doc_result("ch07:a@cpu", 0, "FASTER"), doc_result(NASTY, 2, "SAME"),
		doc_result("ch07:c@cpu", 4, "INVALID"));
}

static json_t *doc_manifest(void)
{
	return json_pack("{ss s{s[{ss sf si} {ss sf si} {ss sf si}] "
			 "s[{ss ss sf si} {ss ss sf si} {ss ss sf si}]}}",
			 "host", NASTY, "peaks", "gflop_per_s", "dtype", "f32", "best",
			 100.0, "threads", 1, "dtype", "f32", "best", 200.0, "threads",
			 2, "dtype", "i64", "best", 50.0, "threads", 1, "gb_per_s",
			 "level", "DRAM", "stream", "read", "best", 8.0, "threads", 1,
			 "level", "DRAM", "stream", "copy", "best", 9.0, "threads", 1,
			 "level", "L1", "stream", "read", "best", 200.0, "threads", 1);
}

/* What a function prints; the next call overwrites it.  "failed" if it fails. */
static inline const char *doc_print(int (*print)(const struct aisp_run *, FILE *),
				    const struct aisp_run *run)
{
	static char *text;
	size_t size;
	FILE *f;

	free(text);
	f = open_memstream(&text, &size);
	if (print(run, f))
		fputs("failed", f);
	fclose(f);
	return text;
}

static inline int doc_says(const char *text, const char *part)
{
	return strstr(text, part) != NULL;
}

static inline int doc_count(const char *text, const char *part)
{
	int n = 0;

	while ((text = strstr(text, part))) {
		text += strlen(part);
		n++;
	}
	return n;
}

#endif
