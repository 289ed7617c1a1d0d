/* SPDX-License-Identifier: MIT
 *
 * grid_sum.h - how the sums of all threads become one.  Shared by the steps, which
 * differ in how a thread reads its elements, and choose THREADS of a block and WAVES,
 * the number of blocks for each that fits: a fast multiprocessor takes more.
 */
#ifndef GRID_SUM_H
#define GRID_SUM_H

#include <aisp/warp.h>

#define SHARE 32 /* elements of a thread, at least, but for the last ones */

/* Blocks that have left their part; back at 0 when a launch ends. */
static __device__ unsigned n_arrived;

/* In thread 0; the whole block must call it. */
static __device__ float block_sum(float x)
{
	__shared__ float part[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

	x = aisp_warp_sum(x);
	if (lane == 0)
		part[warp] = x;
	__syncthreads();
	if (warp == 0)
		x = aisp_warp_sum(lane < THREADS / 32 ? part[lane] : 0);
	__syncthreads();
	return x;
}

/*
 * Each block leaves its sum in part[]; the one that finds all others there adds
 * them up, in one order, so that the result is the same each time.
 */
static __device__ void grid_sum(float x, float *part, float *sum)
{
	__shared__ bool is_last;

	x = block_sum(x);
	if (threadIdx.x == 0) {
		part[blockIdx.x] = x;
		__threadfence();
		is_last = atomicInc(&n_arrived, gridDim.x - 1) == gridDim.x - 1;
		__threadfence();
	}
	__syncthreads();
	if (!is_last)
		return;
	x = 0;
	for (unsigned b = threadIdx.x; b < gridDim.x; b += THREADS)
		x += __ldcg(part + b);
	x = block_sum(x);
	if (threadIdx.x == 0)
		*sum = x;
}

static __global__ void add_up(float *sum, float *part, const float *restrict x,
			      int64_t n);

/* A few times as many blocks as the GPU holds at once, or enough for SHARE each. */
static int setup(const struct aisp_io *io, void **state)
{
	int per_sm;
	intptr_t n_blocks;

	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, add_up, THREADS,
							       0));
	n_blocks = (intptr_t)WAVES * per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount);
	n_blocks = min(n_blocks,
		       (intptr_t)aisp_ceil_div(io->in[0].shape[0], THREADS * SHARE));
	if ((size_t)n_blocks * sizeof(float) > io->workspace_bytes)
		return -ENOMEM;
	*state = (void *)n_blocks;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	add_up<<<(unsigned)(intptr_t)state, THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (float *)io->workspace, aisp_in_f32(io, 0),
		io->in[0].shape[0]);
	return aisp_launched();
}

#endif
