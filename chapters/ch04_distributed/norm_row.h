/* SPDX-License-Identifier: MIT
 *
 * norm_row.h - a row of norm_allreduce in the registers of a block: each thread has
 * three vectors of it, 32 apart, as packets want them (peer_packets.h).
 */
#ifndef NORM_ROW_H
#define NORM_ROW_H

#include "peer_packets.h"

#include <aisp/block_reduce.h>

#define ROW_VECTORS      3 /* of a thread */
#define MOST_ROW_THREADS (MOST_COLS / 8 / ROW_VECTORS / 32 * 32 + 32)

struct norm_rows {
	const bf16 *x, *residual, *gain;
	bf16 *r, *y;
	int64_t rows, cols;
};

static __device__ inline vectors<const bf16>
row_at(const bf16 *data, const struct norm_rows &p, int64_t row)
{
	return vectors<const bf16>(data + row * p.cols, p.cols);
}

/* Vector i of this thread. */
static __device__ inline int64_t vector_at(int i)
{
	return threadIdx.x / 32 * 32 * ROW_VECTORS + threadIdx.x % 32 + 32 * i;
}

/* Prefetches what end_row() needs of row `row` while its sums are under way. */
static __device__ inline void fetch_terms(const struct norm_rows &p, int64_t row)
{
	const bf16 *residual = p.residual + row * p.cols;

#pragma unroll
	for (int i = 0; i < ROW_VECTORS; i++)
		if (vector_at(i) * 8 < p.cols) {
			asm volatile("prefetch.global.L2 [%0];" ::"l"(
				residual + vector_at(i) * 8));
			asm volatile("prefetch.global.L2 [%0];" ::"l"(
				p.gain + vector_at(i) * 8));
		}
}

static __device__ inline float squares_of(const sums<bf16> &s)
{
	float sum = 0;

#pragma unroll
	for (int k = 0; k < 8; k++)
		sum += s.s[k] * s.s[k];
	return sum;
}

/* Sums of all ranks become r and, when the block has their squares, y. */
static __device__ inline void end_row(const struct norm_rows &p, int64_t row,
				      sums<bf16> *s)
{
	const vectors<const bf16> residual = row_at(p.residual, p, row);
	const vectors<const bf16> gain(p.gain, p.cols);
	const vectors<bf16> r(p.r + row * p.cols, p.cols);
	const vectors<bf16> y(p.y + row * p.cols, p.cols);
	float squares = 0, scale;

#pragma unroll
	for (int i = 0; i < ROW_VECTORS; i++) {
		if (vector_at(i) < r.count()) {
			s[i].add(residual.load(vector_at(i)));
			r.store(vector_at(i), s[i].rounded());
		}
		squares += squares_of(s[i]);
	}
	scale = rsqrtf(block_reduce<plus>(squares) / (float)p.cols + RMS_EPS);
#pragma unroll
	for (int i = 0; i < ROW_VECTORS; i++) {
		sums<bf16> g;

		if (vector_at(i) >= y.count())
			continue;
		g.clear();
		g.add(gain.load(vector_at(i)));
#pragma unroll
		for (int k = 0; k < 8; k++)
			g.s[k] *= s[i].s[k] * scale;
		y.store(vector_at(i), g.rounded());
	}
	/* The next row's sums use the same shared memory. */
	__syncthreads();
}

static inline struct norm_rows rows_of(const struct aisp_io *io)
{
	struct norm_rows p = {};

	p.x = (const bf16 *)io->in[X].data;
	p.residual = (const bf16 *)io->in[RESIDUAL].data;
	p.gain = (const bf16 *)io->in[GAIN].data;
	p.r = (bf16 *)io->out[R].data;
	p.y = (bf16 *)io->out[Y].data;
	p.rows = io->param[ROWS];
	p.cols = io->param[COLS];
	return p;
}

static inline int row_threads(int64_t cols)
{
	return 32 * (int)aisp_ceil_div(cols, 32 * ROW_VECTORS * 8);
}

#endif
