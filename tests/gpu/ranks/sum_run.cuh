/* SPDX-License-Identifier: MIT
 *
 * All-reduce in one kernel: a block shows its elements, waits for the blocks of that
 * number at the peers, and adds theirs.
 */
#include "sum.h"

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>

#define THREADS    256
#define MOST_TILES 128 /* no more than an H100 has multiprocessors */

static __device__ void add_shown(const struct aisp_ranks *r, float *y, int64_t i)
{
	float sum = ((const float *)r->window[0])[i];

	for (int k = 1; k < r->n; k++)
		sum += ((const float *)r->window[k])[i];
	y[i] = sum;
}

static __device__ inline int64_t first_elem(void)
{
	return blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
}

static __device__ inline int64_t elem_step(void)
{
	return gridDim.x * (int64_t)blockDim.x;
}

static __device__ inline void show(const struct aisp_ranks *r, const float *x,
				   int64_t n)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		((float *)r->window[r->rank])[i] = x[i];
}

static inline int n_tiles(int64_t n)
{
	int64_t tiles = aisp_ceil_div(n, THREADS);

	return (int)(tiles < MOST_TILES ? tiles : MOST_TILES);
}
