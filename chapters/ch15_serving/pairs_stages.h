/* SPDX-License-Identifier: MIT
 *
 * pairs_stages.h - the ring that feeds pairs_gpu.h: a thread fetches weights and
 * rows of h; rows of tokens, which lie anywhere, are gathered by its warpgroup.
 */
#ifndef PAIRS_STAGES_H
#define PAIRS_STAGES_H

#include "pairs_gather.h"
#include "pairs_weights.h"

static __device__ __forceinline__ struct box box_of(const struct maps &m,
						    const struct tile &x, int i)
{
	int row = x.expert * x.n_cols + x.col;

	if (x.is_up)
		return { i ? &m.w3 : &m.w1, row };
	return { &m.w2, row + i * BOX_ROWS };
}

/* What a block's fetches have in common. */
struct source {
	const struct maps &m;
	const struct layer &l;
	struct barriers &bar;
	uint8_t *stages;
	int n_units, n_tiles, rank;
};

/* A pair's blocks fetch half of the weights each, for both. */
static __device__ __forceinline__ void fetch_weights(uint8_t *to,
						     const struct source &s,
						     const struct tile &x, int col,
						     uint64_t *full)
{
	for (int i = 0; i < 2; i++) {
		struct box b = box_of(s.m, x, i);
		uint8_t *half = to + i * (W_BYTES / 2);

		if (!s.l.is_paired)
			fetch_once(half, b, col, full);
		else if (i == s.rank)
			fetch_for_both(half, b, col, full);
	}
}

/* Rows of h behind the tile are loaded too, but never used. */
static __device__ __forceinline__ void fetch_h(uint8_t *to, const struct source &s,
					       int row, int n, int col, uint64_t *full)
{
	int i = 0;

#pragma unroll 1
	for (; i + MANY_ROWS <= n; i += MANY_ROWS)
		aisp_fetch(to + i * AISP_ROW_BYTES, &s.m.many_h, col, row + i, full);
#pragma unroll 1
	for (; i < n; i += X_BOX_ROWS)
		aisp_fetch(to + i * AISP_ROW_BYTES, &s.m.h, col, row + i, full);
}

static __device__ __forceinline__ void fetch_step(uint8_t *to, const struct source &s,
						  const struct tile &x, int col,
						  uint64_t *full)
{
	int rows = x.is_up ? 0 : (x.shape + X_BOX_ROWS - 1) / X_BOX_ROWS * X_BOX_ROWS;

	aisp_barrier_expect(full, W_BYTES + rows * AISP_ROW_BYTES);
	fetch_weights(to, s, x, col, full);
	fetch_h(to + W_BYTES, s, x.first, rows, col, full);
}

/* Waits until all of the unit's h is in memory and visible to TMA. */
static __device__ __forceinline__ void await_h(const struct layer &l, int unit)
{
	int n = l.up_tiles * BLOCKS * MULTIPLIERS, done;

	do
		asm volatile("ld.acquire.gpu.u32 %0, [%1];"
			     : "=r"(done)
			     : "l"(l.done + unit)
			     : "memory");
	while (done < n);
	let_async_read();
}

/* A warpgroup fetches a tile; its thread 0 issues the TMA copies. */
static __device__ __forceinline__ void
fetch_tile(const struct source &s, const struct tile &x, struct place *at)
{
	int thread = threadIdx.x % AISP_GROUP;
	struct pieces rows;

	if (x.is_up)
		find_rows(&rows, s.l, x);
	else if (thread == 0)
		await_h(s.l, x.unit);
	for (int i = 0; i < x.n_steps; i++, at->n++) {
		uint8_t *stage = s.stages + at->stage() * STAGE_BYTES;
		uint64_t *full = &s.bar.full[at->stage()];

		/* In the first round all stages are free. */
		aisp_barrier_wait(&s.bar.empty[at->stage()], at->parity() ^ 1);
		if (thread == 0)
			fetch_step(stage, s, x, i * STEP, full);
		__syncwarp();
		if (x.is_up)
			gather(stage + W_BYTES, rows, s.l, x.shape, i * STEP);
		arrive_when_gathered(full);
	}
}

static __device__ __forceinline__ void fetch_tiles(const struct source &s)
{
	int stride = gridDim.x / BLOCKS, t = blockIdx.x / BLOCKS;
	struct place at = { 0 };
	struct tile x;

	for (; t < s.n_tiles; t += stride)
		if (find_tile(&x, s.l, s.n_units, t, s.rank))
			fetch_tile(s, x, &at);
}

#endif
