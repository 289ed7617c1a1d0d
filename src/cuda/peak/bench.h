/* SPDX-License-Identifier: MIT
 *
 * bench.h - how this plugin times, and the steps that use it.
 *
 * CUDA events before and after a repetition give its time; the host's clock must agree
 * with them.  The SM clock follows from clock64 and %globaltimer in two small kernels,
 * one before and one after.
 */
#ifndef BENCH_H
#define BENCH_H

#include <cuda_runtime.h>
#include <stdint.h>

extern "C" {
#include "base/clock.h"
#include "machine/gpu_peak.h"
}

#define MAX_REPS 40
#define MAX_SMS  1024 /* %smid is below it */

struct stamp;

struct bench {
	struct aisp_gpu_peaks *p;
	cudaStream_t stream;
	cudaEvent_t start, stop;
	struct stamp *stamps; /* on the GPU: MAX_SMS before, MAX_SMS after */
};

/* What is timed: one call enqueues it on b->stream. */
struct work {
	cudaError_t (*enqueue)(const struct bench *b, const void *arg);
	const void *arg;
	double amount;   /* bytes or operations of one call */
	double budget;   /* seconds for all repetitions */
	bool is_clocked; /* note the SM clock */
};

/* Returns 0, or -1 with *err filled; `what` says what was attempted. */
int aisp_cuda_check(cudaError_t e, const char *what, struct aisp_err *err);

int aisp_bench_init(struct bench *b, struct aisp_gpu_peaks *p, struct aisp_err *err);
void aisp_bench_release(struct bench *b);

/* Time one call by events.  Returns 0, or -1 with *err filled. */
int aisp_bench_once(struct bench *b, const struct work *w, double *ns,
		    struct aisp_err *err);

/*
 * Time w many times; if its rate exceeds f's, keep it in *f, with `how`.  Returns 0, or
 * -1 with *err filled, also if events and the host's clock disagree.
 */
int aisp_bench_rate(struct bench *b, const struct work *w, const char *how,
		    struct aisp_gpu_figure *f, struct aisp_err *err);

/* A kernel that repeats its body `iters` times. */
struct loop {
	cudaError_t (*enqueue)(const struct bench *b, const struct loop *l);
	double amount; /* bytes or operations of one iteration of all threads */
	int grid, block;
	size_t shared_bytes;
	const void *kernel, *data;
	int iters; /* set by aisp_bench_loop() */
};

/* Like aisp_bench_rate(), with as many iterations as take some milliseconds. */
int aisp_bench_loop(struct bench *b, struct loop *l, const char *how,
		    struct aisp_gpu_figure *f, struct aisp_err *err);

/* The UUID of the GPU with that index, "GPU-...".  Returns 0, or -1 with *err filled.
 */
int aisp_peak_uuid(char uuid[AISP_GPU_UUID_SIZE], int index, struct aisp_err *err);

/* The number of the kernel's blocks that all SMs hold at once; 0 if it cannot run here.
 */
int aisp_resident_blocks(const struct bench *b, const void *kernel, int block,
			 size_t shared_bytes);

/*
 * __CUDA_ARCH__ / 10 of the kernel's code that this GPU would run; 0 if there is no
 * such code.
 */
int aisp_code_arch(const void *kernel);

/* A step, called like aisp_gpu_plugin.measure. */
typedef int aisp_step(struct bench *b, struct aisp_err *err);

aisp_step aisp_step_dram, aisp_step_cache, aisp_step_fma, aisp_step_mma,
	aisp_step_wgmma, aisp_step_tcgen05, aisp_step_cublas, aisp_step_host,
	aisp_step_peers, aisp_step_latency;

#endif
