/* SPDX-License-Identifier: MIT
 *
 * ncu.h - Nsight Compute and Nsight Systems: how to run them, and how to read ncu's
 * table.
 */
#ifndef AISP_NCU_H
#define AISP_NCU_H

#include <jansson.h>
#include <stddef.h>

#include "base/err.h"

enum aisp_metric_set {
	AISP_METRICS_MINIMAL,
	AISP_METRICS_DEEP_DIVE,
	AISP_METRICS_ROOFLINE,
	AISP_N_METRIC_SETS
};

const char *aisp_metric_set_name(enum aisp_metric_set s);
/* Returns 0, or -1 with *err filled, a usage error. */
int aisp_metric_set_parse(enum aisp_metric_set *s, const char *name,
			  struct aisp_err *err);

/* Finds a tool in $PATH or the CUDA toolkit.  Returns 0, or -1 with *err filled. */
int aisp_tool_find(char *path, size_t size, const char *name, struct aisp_err *err);

#define AISP_MAX_TOOL_ARGS 32

/*
 * The words before the command that ncu or nsys watches, ended by NULL; the tools stop
 * after AISP_TOOL_SECONDS. Clocks stay unchanged. tool and report are borrowed. Returns
 * the number of words.
 */
#define AISP_TOOL_SECONDS "300"

int aisp_ncu_command(const char *argv[AISP_MAX_TOOL_ARGS], const char *tool,
		     const char *report, enum aisp_metric_set set);
int aisp_nsys_command(const char *argv[AISP_MAX_TOOL_ARGS], const char *tool,
		      const char *report);

/*
 * From `ncu --import X --csv --page raw`: an array with, for each kernel launch,
 * { "kernel", "grid", "block", "metrics": { name: number } } of the metrics that
 * the verdict and the tables need.  A new reference, or NULL with *err filled.
 */
json_t *aisp_ncu_parse(const char *csv, struct aisp_err *err);

/* The mean of a metric over the launches, weighted by time; NaN if there is none. */
double aisp_ncu_mean(const json_t *launches, const char *metric);

#define AISP_NCU_TIME    "gpu__time_duration.sum"
#define AISP_NCU_COMPUTE "sm__throughput.avg.pct_of_peak_sustained_elapsed"
#define AISP_NCU_MEMORY                                                                \
	"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
#define AISP_NCU_DRAM      "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"
#define AISP_NCU_OCCUPANCY "sm__warps_active.avg.pct_of_peak_sustained_active"

#endif
