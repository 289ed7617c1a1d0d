/* SPDX-License-Identifier: MIT
 *
 * store_result.h - documents of a run with one result, for unit tests.
 */
#ifndef STORE_RESULT_H
#define STORE_RESULT_H

#include <jansson.h>
#include <stdio.h>

#define TARGET "ch07:t@cpu"

static inline json_t *launches_json(double ns, int n)
{
	json_t *list = json_array();

	/* The pilot and a failed launch count for nothing. */
	json_array_append_new(list, json_pack("{si ss sf}", "block", -1, "status", "ok",
					      "median_ns", 1e6 * ns));
	json_array_append_new(list, json_pack("{si ss sn}", "block", n, "status",
					      "crashed", "median_ns"));
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_pack("{si ss sf}", "block", i,
						      "status", "ok", "median_ns",
						      ns * (i % 2 ? 1.001 : 0.999)));
	return list;
}

/* A baseline of 1000 ns and a variant that is `speedup` times faster. */
static inline json_t *result_json(double speedup, double lo, double hi)
{
	json_t *comparison =
		json_pack("{ss sf s[ff] sf si sf sf}", "verdict", "FASTER", "speedup",
			  speedup, "speedup_ci", lo, hi, "confidence", 0.989, "n_pairs",
			  10, "mde", 0.02, "margin", 0.01);

	return json_pack(
		"{si s{ss ss ss ss} s[{ss ss ss so sf} {ss ss ss ss so s{sf ss} sf}]"
		" s[{ss ss s{si} ss si si ss so s[]}]}",
		"schema", 1, "run", "started", "2026-11-21T09:00:00Z", "ended",
		"2026-11-21T09:01:00Z", "grade", "C", "seed", "00", "arms", "variant",
		"baseline_t", "device", "cpu", "class", "naive", "launches",
		launches_json(1000, 10), "median_ns", 1000.0, "variant", "optimized_t",
		"device", "cpu", "class", "optimized", "hash", "abc", "launches",
		launches_json(1000 / speedup, 10), "sol", "fraction", 0.5, "roof",
		"DRAM", "median_ns", 1000 / speedup, "results", "target", TARGET,
		"workload", "t", "params", "n", 4, "distribution", "normal", "baseline",
		0, "optimized", 1, "status", "measured", "comparison", comparison,
		"ledger");
}

static inline json_t *manifest_json(const char *cpu, int n_cores)
{
	return json_pack("{si ss s{ss sb} s{ss ss si si sI ss ss}}", "schema", 1,
			 "host", "box", "git", "commit",
			 "0123456789abcdef0123456789abcdef01234567", "is_dirty", 0,
			 "hardware", "arch", "x86_64", "cpu_model", cpu, "cpus_present",
			 n_cores, "cores", n_cores, "memory_bytes", (json_int_t)8 << 30,
			 "hypervisor", "", "kernel", "Linux 6.1.0-13");
}

/* The first result of a document. */
static inline json_t *first(const json_t *results)
{
	return json_array_get(json_object_get(results, "results"), 0);
}

#endif
