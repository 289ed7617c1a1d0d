/* SPDX-License-Identifier: MIT
 *
 * long_rows_cluster.h - a cluster of BLOCKS blocks has a row in its registers, which is
 * read once.  Each block writes the maximum and the sum of its part into the shared
 * memory of all, and they meet once.
 */
#ifndef LONG_ROWS_CLUSTER_H
#define LONG_ROWS_CLUSTER_H

#include "long_rows.h"
#include <cooperative_groups.h>

#define THREADS 512
#define PIECES  (MOST_COLS / BLOCKS / THREADS / PIECE)

namespace cg = cooperative_groups;

/* The share of the block's part, in all threads. */
static __device__ struct share reduce(const uint4 (&v)[PIECES])
{
	float max = -INFINITY, sum = 0;

#pragma unroll
	for (int p = 0; p < PIECES; p++)
		max = fmaxf(max, max_of_piece(v[p]));
	max = block_reduce<larger>(max) * LOG2_E;
	if (max == -INFINITY)
		return { max, 0 };
#pragma unroll
	for (int p = 0; p < PIECES; p++)
		sum += sum_of_piece(v[p], max);
	return { max, block_reduce<plus, 1>(sum) };
}

/* The share of all blocks' parts, in all threads; all blocks run by then. */
static __device__ struct share exchange(struct share mine)
{
	__shared__ struct share part[BLOCKS];
	cg::cluster_group cluster = cg::this_cluster();
	struct share all = { -INFINITY, 0 };

	cluster.barrier_wait();
	if (threadIdx.x < BLOCKS)
		cluster.map_shared_rank(part, threadIdx.x)[cluster.block_rank()] = mine;
	cluster.sync();
#pragma unroll
	for (int b = 0; b < BLOCKS; b++)
		all = join(all, part[b]);
	return all;
}

template <bool IS_WHOLE>
__global__ void __cluster_dims__(BLOCKS, 1, 1) __launch_bounds__(THREADS, 2)
	softmax(uint16_t *restrict y, const uint16_t *restrict x, int cols)
{
	int part = (cols + BLOCKS * PIECE - 1) / (BLOCKS * PIECE) * PIECE;
	int first = (int)(blockIdx.x % BLOCKS) * part, at = first + threadIdx.x * PIECE;
	int left = min(first + part, cols) - at; /* may be negative */
	uint4 v[PIECES];
	struct share all;

	x += (int64_t)(blockIdx.x / BLOCKS) * cols + at;
	y += (int64_t)(blockIdx.x / BLOCKS) * cols + at;
	cg::this_cluster().barrier_arrive();
#pragma unroll
	for (int p = 0; p < PIECES; p++)
		v[p] = load_piece<IS_WHOLE>(x, p * THREADS * PIECE, left);
	all = exchange(reduce(v));
	all.sum = 1 / all.sum;
#pragma unroll
	for (int p = 0; p < PIECES; p++)
		store_piece<IS_WHOLE>(y, p * THREADS * PIECE, left,
				      divide_piece(v[p], all.max, all.sum));
}

static int run(const struct aisp_io *io, void *state)
{
	int cols = (int)io->param[COLS];

	(void)state;
	(cols % PIECE ? softmax<false>
		      : softmax<true>)<<<(unsigned)(BLOCKS * io->param[ROWS]), THREADS,
					 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data, cols);
	return aisp_launched();
}

#endif
