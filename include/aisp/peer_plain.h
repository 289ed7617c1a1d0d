/* SPDX-License-Identifier: MIT
 *
 * peer_plain.h - collectives as one writes them first: each rank copies all its data to
 * its own window; after a barrier of all ranks a loop loads from the peers, an element
 * at a time.
 */
#ifndef AISP_PEER_PLAIN_H
#define AISP_PEER_PLAIN_H

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>
#include <cuda_bf16.h>

/* number is 1 at first and 1 more at each further launch of a call. */
static __global__ void all_are_here(const __grid_constant__ struct aisp_ranks r,
				    uint32_t number)
{
	aisp_gpu_rank_barrier(&r, number);
}

/* Copies data to the beginning of the own window, and is the first barrier. */
static inline int show_plain(const struct aisp_io *io, const void *data, size_t bytes)
{
	const struct aisp_ranks *r = io->ranks;

	AISP_TRY(cudaMemcpyAsync(r->window[r->rank], data, bytes,
				 cudaMemcpyDeviceToDevice, aisp_stream(io)));
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	return aisp_launched();
}

static inline int show_all_plain(const struct aisp_io *io, size_t bytes)
{
	return show_plain(io, io->in[0].data, bytes);
}

/* y[i] = the sum of element first + i of all windows, in the order of ranks. */
template <class T, class U>
static __global__ void add_plain(const __grid_constant__ struct aisp_ranks r,
				 U *restrict y, int64_t first, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (i >= n)
		return;
	for (int k = 0; k < r.n; k++)
		sum += (float)((const T *)r.window[k])[first + i];
	y[i] = (U)sum;
}

/* y[k n + i] = element first + i of window k. */
static __global__ void take_plain(const __grid_constant__ struct aisp_ranks r,
				  float *restrict y, int64_t first, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		for (int k = 0; k < r.n; k++)
			y[k * n + i] = ((const float *)r.window[k])[first + i];
}

static __global__ void copy_plain(float *restrict to, const float *restrict from,
				  int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i];
}

#define PLAIN_THREADS 256

static inline int plain_blocks(int64_t n)
{
	return (int)aisp_ceil_div(n, PLAIN_THREADS);
}

#endif
