/* SPDX-License-Identifier: MIT
 *
 * Exercise: a grid-stride loop on the CPU.  Thread t of n takes the blocks t, t + n,
 * t + 2 n … of 4096 elements, as a block of a GPU does.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_add.h"

#include <omp.h>

#define BLOCK 4096

static void add_blocks(float *restrict c, const float *restrict a,
		       const float *restrict b, int64_t n, int thread, int n_threads)
{
	(void)n_threads;
	/* yours: this adds one block, where a thread has many */
	for (int64_t i = thread * BLOCK; i < (thread + 1) * BLOCK && i < n; i++)
		c[i] = a[i] + b[i];
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	(void)omp_get_thread_num();
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	add_blocks(aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1),
		   io->param[N], omp_get_thread_num(), io->n_threads);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks of 4096, in turn",
	.setup = setup,
	.run = run,
};
