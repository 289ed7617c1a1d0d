/* SPDX-License-Identifier: MIT
 *
 * histogram_grid.h - how blocks share the elements out, and launches begin.  Shared by
 * the steps, which differ in the tables of a block.
 */
#ifndef HISTOGRAM_GRID_H
#define HISTOGRAM_GRID_H

#include <aisp/cuda.h>

#define THREADS 512
#define SHARE   64 /* elements of a thread, at least, but for the last ones */
#define WAVES   4  /* blocks for each that fits: a fast multiprocessor takes more */

/* Adds to counts[], which begin as 0. */
static __global__ void count(int *counts, const float *restrict x, int64_t n);

/* A few times as many blocks as the GPU holds at once, or enough for SHARE each. */
static int setup(const struct aisp_io *io, void **state)
{
	int per_sm;
	intptr_t n_blocks;

	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, count, THREADS,
							       0));
	n_blocks = (intptr_t)WAVES * per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount);
	*state = (void *)min(n_blocks,
			     (intptr_t)aisp_ceil_div(io->param[N], THREADS * SHARE));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int *counts = (int *)io->out[0].data;

	AISP_TRY(cudaMemsetAsync(counts, 0, N_BINS * sizeof(*counts), aisp_stream(io)));
	count<<<(unsigned)(intptr_t)state, THREADS, 0, aisp_stream(io)>>>(
		counts, aisp_in_f32(io, 0), io->param[N]);
	return aisp_launched();
}

#endif
