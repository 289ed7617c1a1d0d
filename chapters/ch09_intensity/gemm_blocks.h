/* SPDX-License-Identifier: MIT
 *
 * gemm_blocks.h - the matrices of a product, and a block's place in them, for the
 * steps on a GPU.
 */
#ifndef GEMM_BLOCKS_H
#define GEMM_BLOCKS_H

#include <aisp/cuda.h>

struct gemm {
	const float *a, *b;
	float *c;
	int64_t m, n, k;
};

static struct gemm gemm_of(const struct aisp_io *io)
{
	return { aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		 io->param[M],       io->param[N],       io->param[K] };
}

/* Zero outside. */
static __device__ float a_at(const struct gemm &g, int64_t i, int64_t p)
{
	return i < g.m && p < g.k ? g.a[i * g.k + p] : 0;
}

static __device__ float b_at(const struct gemm &g, int64_t p, int64_t j)
{
	return p < g.k && j < g.n ? g.b[p * g.n + j] : 0;
}

/* Whether rows of A and of B start at multiples of 16 bytes. */
static bool is_aligned(const struct gemm &g)
{
	return g.k % 4 == 0 && g.n % 4 == 0;
}

#endif
