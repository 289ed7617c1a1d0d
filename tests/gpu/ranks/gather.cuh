/* SPDX-License-Identifier: MIT
 *
 * All-gather by stores into the peers' windows, behind workload_gather.h.
 */
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

/* This rank's row to where a peer has row `rank`. */
static __device__ inline void push(const struct aisp_ranks *r, int peer, const float *x,
				   int64_t n)
{
	float *to = (float *)r->window[peer] + r->rank * n;

	for (int64_t i = first_elem(); i < n; i += elem_step())
		to[i] = x[i];
}

/* The window's rows, with the table. */
static __device__ inline void take(const struct aisp_ranks *r, const float *bias,
				   float *y, int64_t n)
{
	const float *from = (const float *)r->window[r->rank];

	for (int k = 0; k < r->n; k++)
		for (int64_t i = first_elem(); i < n; i += elem_step())
			y[k * n + i] = from[k * n + i] + bias[i];
}

static inline int n_tiles(int64_t n)
{
	int64_t tiles = aisp_ceil_div(n, THREADS);

	return (int)(tiles < MOST_TILES ? tiles : MOST_TILES);
}
