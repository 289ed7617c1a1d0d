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
	bool has_raised; /* the CPU's, in this run */
	char doubt[300]; /* why the CPU's may be too low; "": they are not */
	void (*progress)(void *, const char *);
	void *arg;
	const volatile sig_atomic_t *is_stopped;
};

/*
 * What is saved, or measured and saved if a selected target wants it.  Before this
 * process uses CUDA: a child does, to measure.  What cannot be had is not there.
 */
void run_peaks_load(struct run_peaks *p, const struct aisp_suite *s,
		    void (*progress)(void *, const char *), void *arg);

/*
 * Something beat the peaks in *peaks, a struct run_peaks: they are measured again, once
 * a run, and the better of both are saved.  For struct aisp_limits.
 */
bool run_peaks_raise(void *peaks);

#endif
