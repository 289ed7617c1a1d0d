/* SPDX-License-Identifier: MIT
 *
 * timeline.h - the activity of a machine over time: CPUs, memory, disks, networks and
 * GPUs.
 */
#ifndef AISP_TIMELINE_H
#define AISP_TIMELINE_H

#include <jansson.h>
#include <stdint.h>

#include "base/err.h"

#define AISP_TIMELINE_GPUS 16

enum aisp_series {
	AISP_SERIES_STEAL,       /* CPUs that the hypervisor took */
	AISP_SERIES_MEMORY_USED, /* bytes, without reclaimable memory */
	AISP_SERIES_SWAP_USED,
	AISP_SERIES_DISK_READ, /* bytes/s */
	AISP_SERIES_DISK_WRITTEN,
	AISP_SERIES_NET_RECEIVED,
	AISP_SERIES_NET_SENT,
	AISP_N_SERIES
};

const char *aisp_series_name(enum aisp_series s); /* "memory_used_bytes" */

enum aisp_gpu_series {
	AISP_GPU_SERIES_SM_MHZ,
	AISP_GPU_SERIES_POWER_W,
	AISP_GPU_SERIES_TEMPERATURE_C,
	AISP_N_GPU_SERIES
};

const char *aisp_gpu_series_name(enum aisp_gpu_series s); /* "sm_mhz" */

/* One row per sample, over the time since the previous one; NaN: unknown. */
struct aisp_timeline {
	int n, cap, n_cpus, n_gpus;
	double *seconds; /* since the first look */
	float *busy;     /* [n][n_cpus], 0 to 1 */
	double (*series)[AISP_N_SERIES];
	double (*gpu)[AISP_TIMELINE_GPUS][AISP_N_GPU_SERIES];
	double memory_bytes;
	char no_gpu[300]; /* why there is none */
	struct aisp_timeline_source *source;
};

/* Takes the first sample. Returns 0, or -1 with *err filled; release in either case. */
int aisp_timeline_init(struct aisp_timeline *t, struct aisp_err *err);
int aisp_timeline_sample(struct aisp_timeline *t, struct aisp_err *err);
void aisp_timeline_release(struct aisp_timeline *t);

/*
 * { "seconds": [], "cpu_busy": [[a CPU's], ...], name: [], "gpus": [ { name: [] } ],
 *   "no_gpu" }.  A new reference, or NULL without memory.
 */
json_t *aisp_timeline_json(const struct aisp_timeline *t);

#endif
