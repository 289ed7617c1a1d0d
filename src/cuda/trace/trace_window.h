/* SPDX-License-Identifier: MIT
 *
 * trace_window.h - the activities of one window, summed.  No CUDA in here.
 */
#ifndef AISP_TRACE_WINDOW_H
#define AISP_TRACE_WINDOW_H

#include "probes/gpu_trace.h"

enum aisp_activity { AISP_KERNEL, AISP_MEMCPY, AISP_MEMSET, AISP_N_ACTIVITIES };

struct aisp_launch {
	int32_t grid[3], block[3];
	uint32_t registers, shared_bytes, local_bytes;
};

/* Launches of one kernel that differ only in their times. */
struct aisp_kernel {
	struct aisp_kernel *next;
	struct aisp_launch launch;
	uint64_t n, total_ns, min_ns, max_ns;
	char name[]; /* mangled */
};

struct aisp_trace_window {
	struct aisp_interval {
		uint64_t start_ns, end_ns;
	} * interval;
	size_t n_intervals, intervals_cap;
	uint64_t *stream; /* context and stream */
	size_t n_streams, streams_cap;
	struct aisp_kernel *kernels;
	size_t n_kernels;
	uint32_t n[AISP_N_ACTIVITIES], n_untimed;
	int is_lossy; /* memory ran out */
};

void aisp_trace_window_clear(struct aisp_trace_window *w);

/* Times of 0, or an end before the start, count as untimed. */
void aisp_trace_window_add(struct aisp_trace_window *w, enum aisp_activity kind,
			   uint64_t start_ns, uint64_t end_ns);

void aisp_trace_window_stream(struct aisp_trace_window *w, uint32_t context,
			      uint32_t stream);

void aisp_trace_window_kernel(struct aisp_trace_window *w, const char *name,
			      const struct aisp_launch *launch, uint64_t ran_ns);

/* Fill the fields of *t that come from activities.  Sorts the intervals. */
void aisp_trace_window_sum(struct aisp_trace_window *w, struct aisp_gpu_trace *t);

/* Like table() of struct aisp_gpu_trace_ops; -1 if json is too small or memory ran out.
 */
int aisp_trace_window_json(const struct aisp_trace_window *w, char *json, size_t size);

#endif
