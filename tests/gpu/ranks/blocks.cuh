/* SPDX-License-Identifier: MIT
 *
 * blocks.cuh - which elements a block's threads take, and how many blocks there are:
 * all of them run at once, since they wait for those of other GPUs.
 */
#ifndef BLOCKS_CUH
#define BLOCKS_CUH

#include <aisp/cuda.h>
#include <aisp/ranks_gpu.h>

#define THREADS    256
#define MOST_TILES 128 /* no more than an H100 has multiprocessors */

static __device__ inline int64_t first_elem(void)
{
	return blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
}

static __device__ inline int64_t elem_step(void)
{
	return gridDim.x * (int64_t)blockDim.x;
}

static inline int n_tiles(int64_t n)
{
	int64_t tiles = aisp_ceil_div(n, THREADS);

	return (int)(tiles < MOST_TILES ? tiles : MOST_TILES);
}

#endif
