/* SPDX-License-Identifier: MIT
 *
 * peak_kernels.h - the loops that aisp_peaks_measure() times, and the team of
 * pinned threads that runs them.  Private to the peak_*.c files.
 */
#ifndef AISP_PEAK_KERNELS_H
#define AISP_PEAK_KERNELS_H

#include "machine/peak.h"

/* work(arg, thread, passes) on n_threads threads, thread t on CPU cpus[t]. */
struct aisp_team {
	int n_threads;
	const int *cpus;
	void (*work)(void *arg, int thread, long passes);
	void *arg;
	double lived_ns, ran_ns; /* of all threads so far: wall time and CPU time */
	const volatile sig_atomic_t *is_stopped; /* may be NULL */
};

#define AISP_PEAK_REPS 15

/* Times per pass in each repetition, from the first thread's start to the last one's
 * end. */
struct aisp_team_times {
	int n;
	double ns[AISP_PEAK_REPS];
};

/*
 * Times repetitions of a few milliseconds, or of one pass if that takes longer; then
 * fewer.  Returns 1 if the first took more than limit_ns per pass, and nothing else was
 * timed; else 0, or -1 with *err filled.
 */
int aisp_team_time(struct aisp_team *team, double limit_ns,
		   struct aisp_team_times *times, struct aisp_err *err);

/* Does one pass of the work without timing. */
int aisp_team_once(struct aisp_team *team, struct aisp_err *err);

/* Stores amount / time in *f if it is better than *f. */
void aisp_figure_rate(struct aisp_figure *f, const struct aisp_team_times *times,
		      double amount, const char *how);

/* An arithmetic kernel: `loops` times `ops` operations in independent chains. */
struct aisp_flops_kernel {
	enum aisp_dtype dtype;
	const char *feature; /* of struct aisp_hw, which it needs; NULL: none */
	double ops;          /* in one loop */
	void (*run)(long loops);
};

/* The last entry has .run == NULL. */
extern const struct aisp_flops_kernel aisp_flops_kernels[];

/*
 * A bandwidth kernel over arrays a, b, c of n_bytes each, a multiple of
 * AISP_STREAM_BLOCK, aligned to 64 bytes.
 */
struct aisp_stream_kernel {
	enum aisp_stream stream;
	const char *feature;
	const char *how;
	int is_dram_only; /* stores past the caches */
	void (*run)(char *a, char *b, char *c, size_t n_bytes);
};

/* Measures the device that holds the peaks; best is 0 if it cannot be measured. */
void aisp_storage_measure(struct aisp_peaks *p);

#define AISP_STREAM_BLOCK 512

extern const struct aisp_stream_kernel aisp_stream_kernels[];

/*
 * Links n_lines lines of 64 bytes at base into one cycle of pointers in random order,
 * each pointer in the first word of its line.
 */
void aisp_chase_build(char *base, size_t n_lines, uint64_t key);

/* Follows the pointers; returns the last line. */
void *aisp_chase_run(void *start, long steps);

/* Like aisp_peaks_measure(), without contradictions and most of p->load. */
int aisp_peaks_measure_once(struct aisp_peaks *p,
			    void (*progress)(void *, const char *), void *arg,
			    const volatile sig_atomic_t *is_stopped,
			    struct aisp_err *err);

#endif
