/* SPDX-License-Identifier: MIT
 *
 * kv_tile_gpu.h - pages of a tile of 128 tokens, computed by a block: a thread has 8 x
 * 8 sums, and stores them into the cache and, if they are pushed, to the decoder.
 */
#ifndef KV_TILE_GPU_H
#define KV_TILE_GPU_H

#include "kv_handoff_gpu.h"

#define KV_TILE  128 /* tokens, and elements of a token */
#define KV_STEP  16  /* of width */
#define KV_SIDE  16  /* threads down and across */
#define KV_QUADS (KV_TILE * KV_STEP / 4 / KV_THREADS) /* of a thread, of a step */

/* Up to four elements of a row of n, from i on; zero outside. */
static __device__ inline float4 load_quad(const float *row, int64_t i, int64_t n)
{
	float4 q = { 0, 0, 0, 0 };

	if (n % 4 == 0)
		return i < n ? *(const float4 *)(row + i) : q;
	for (int k = 0; k < 4; k++)
		if (i + k < n)
			((float *)&q)[k] = row[i + k];
	return q;
}

static __device__ inline void store_quad(float *row, int64_t i, int64_t n, float4 q)
{
	if (n % 4 == 0) {
		if (i < n)
			*(float4 *)(row + i) = q;
		return;
	}
	for (int k = 0; k < 4; k++)
		if (i + k < n)
			row[i + k] = ((const float *)&q)[k];
}

/* A step of both factors, that of x turned over. */
struct kv_shared {
	float4 x[KV_STEP][KV_TILE / 4 + 1], w[KV_STEP][KV_TILE / 4];
};

struct kv_quads {
	float4 x[KV_QUADS], w[KV_QUADS];
};

static __device__ inline void load_step(struct kv_quads *q, const struct kv &p,
					int64_t layer, int64_t k)
{
	const int64_t row = (int64_t)blockIdx.y * KV_TILE;
	const int64_t col = (int64_t)blockIdx.x * KV_TILE;

#pragma unroll
	for (int u = 0; u < KV_QUADS; u++) {
		int v = threadIdx.x + u * KV_THREADS;
		int64_t token = row + v / (KV_STEP / 4), depth = k + v / (KV_TILE / 4);

		q->x[u] = q->w[u] = make_float4(0, 0, 0, 0);
		if (token < p.pages * PAGE_TOKENS)
			q->x[u] = load_quad(p.x + token * p.width,
					    k + v % (KV_STEP / 4) * 4, p.width);
		if (depth < p.width)
			q->w[u] = load_quad(p.w + (layer * p.width + depth) * p.elems,
					    col + v % (KV_TILE / 4) * 4, p.elems);
	}
}

static __device__ inline void share_step(struct kv_shared *s, const struct kv_quads *q)
{
#pragma unroll
	for (int u = 0; u < KV_QUADS; u++) {
		int v = threadIdx.x + u * KV_THREADS, depth = v % (KV_STEP / 4) * 4;

#pragma unroll
		for (int k = 0; k < 4; k++)
			((float *)s->x[depth + k])[v / (KV_STEP / 4)] =
				((const float *)&q->x[u])[k];
		s->w[v / (KV_TILE / 4)][v % (KV_TILE / 4)] = q->w[u];
	}
}

/* Rows 4 y + i of either half of the tile, columns 4 x + j of either half. */
static __device__ inline void multiply_step(float sum[8][8], const struct kv_shared *s)
{
	const int y = threadIdx.x / KV_SIDE, x = threadIdx.x % KV_SIDE;

#pragma unroll
	for (int k = 0; k < KV_STEP; k++) {
		const float4 a[2] = { s->x[k][y], s->x[k][y + KV_SIDE] };
		const float4 b[2] = { s->w[k][x], s->w[k][x + KV_SIDE] };

#pragma unroll
		for (int i = 0; i < 8; i++)
#pragma unroll
			for (int j = 0; j < 8; j++)
				sum[i][j] +=
					((const float *)a)[i] * ((const float *)b)[j];
	}
}

/* Stores a tile into the cache and, if IS_PUSHED, into the decoders' windows. */
template <bool IS_PUSHED>
static __device__ inline void store_tile(const struct aisp_ranks &r, const struct kv &p,
					 int64_t layer, const float sum[8][8])
{
	const int y = threadIdx.x / KV_SIDE, x = threadIdx.x % KV_SIDE;
	const int64_t first = (int64_t)blockIdx.y * KV_TILE;

#pragma unroll
	for (int i = 0; i < 8; i++) {
		int64_t token = first + i / 4 * (KV_TILE / 2) + 4 * y + i % 4;

		if (token >= p.pages * PAGE_TOKENS)
			continue;
#pragma unroll
		for (int h = 0; h < 2; h++) {
			int64_t col = (int64_t)blockIdx.x * KV_TILE +
				      h * (KV_TILE / 2) + 4 * x;
			const float4 q =
				make_float4(sum[i][4 * h], sum[i][4 * h + 1],
					    sum[i][4 * h + 2], sum[i][4 * h + 3]);

			store_quad(cached(p, layer, token), col, p.elems, q);
			for (int rank = 1; IS_PUSHED && rank < r.n; rank++)
				store_quad(shown(r, rank, p, layer, token), col,
					   p.elems, q);
		}
	}
}

/* Pages of a layer: a block for each tile, layers one after the other. */
template <bool IS_PUSHED>
static __device__ inline void prefill_tile(const struct aisp_ranks &r,
					   const struct kv &p)
{
	__shared__ struct kv_shared shared;
	struct kv_quads next;
	float sum[8][8] = {};

	load_step(&next, p, blockIdx.z, 0);
	for (int64_t k = 0; k < p.width; k += KV_STEP) {
		share_step(&shared, &next);
		__syncthreads();
		if (k + KV_STEP < p.width)
			load_step(&next, p, blockIdx.z, k + KV_STEP);
		multiply_step(sum, &shared);
		__syncthreads();
	}
	store_tile<IS_PUSHED>(r, p, blockIdx.z, sum);
}

static inline dim3 kv_grid(const struct kv &p)
{
	return dim3((unsigned)aisp_ceil_div(p.elems, KV_TILE),
		    (unsigned)aisp_ceil_div(p.pages * PAGE_TOKENS, KV_TILE),
		    (unsigned)p.layers);
}

#endif
