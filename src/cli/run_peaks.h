/* SPDX-License-Identifier: MIT
 *
 * run_peaks.h - the peaks of the devices that a suite's targets run on.
 */
#ifndef AISP_RUN_PEAKS_H
#define AISP_RUN_PEAKS_H

#include "judge/suite.h"

struct run_peaks {
	struct aisp_peaks cpu;
	struct aisp_gpu_peaks gpu;
	bool has_cpu, has_gpu;
	bool has_raised; /* the CPU's peaks were measured again in this run */
	char doubt[300]; /* why the CPU's peaks may be too low; "": no doubt */
	void (*progress)(void *, const char *);
	void *arg;
	const volatile sig_atomic_t *is_stopped;
};

/*
 * Loads saved peaks, or measures and saves those that a selected target needs.  Call it
 * before this process uses CUDA: a child measures GPUs.  Peaks may be missing.
 */
void run_peaks_load(struct run_peaks *p, const struct aisp_suite *s,
		    void (*progress)(void *, const char *), void *arg);

/*
 * A callback for struct aisp_limits when something beat the peaks in *peaks, a struct
 * run_peaks: measures them again, once per run, and saves the better of both.
 */
bool run_peaks_raise(void *peaks);

#endif
