/* SPDX-License-Identifier: MIT
 *
 * experts_stages.h - the ring that feeds experts_gpu.h: a thread fetches weights, and
 * rows of tokens where they lie in the order of experts; where they lie anywhere, a
 * warpgroup gathers them.
 */
#ifndef EXPERTS_STAGES_H
#define EXPERTS_STAGES_H

#include "experts_gather.h"

/* Maps of boxes: of weights, and of rows in the order of experts. */
struct maps {
	CUtensorMap first, second, rows;
};

static __device__ void fetch_weights(uint8_t *to, const struct maps &m, int col,
				     int row, int row2, uint64_t *bar)
{
	aisp_barrier_expect(bar, W_BYTES);
	aisp_fetch(to, &m.first, col, row, bar);
	aisp_fetch(to + W_BYTES / 2, &m.second, col, row2, bar);
}

/* A tile, and its rows of weights of the first box. */
struct tile {
	struct part part;
	int row;
};

static __device__ struct tile tile_at(const struct product &p, const struct order &o,
				      int t)
{
	struct part part = o.part[t / p.n_tiles];

	return { part, part.expert * p.n_cols + t % p.n_tiles * p.step };
}

/* A warpgroup gathers rows of tokens that lie anywhere. */
static __device__ void fetch_scattered(uint8_t *stages, struct barriers &bar,
				       const struct maps &m, const struct product &p,
				       const struct order &o)
{
	struct place to = { 0, 1 }; /* in the first round all stages are free */
	struct gathered done = { 0 };
	int n = *o.n_parts * p.n_tiles;

	for (int t = blockIdx.x; t < n; t += gridDim.x) {
		struct tile x = tile_at(p, o, t);
		int64_t at[PART / 16];

		find_rows(at, p, x.part);
		for (int col = 0; col < p.width; col += STEP, next_stage(&to)) {
			uint8_t *stage = stages + to.stage * STAGE_BYTES;

			aisp_barrier_wait(&bar.empty[to.stage], to.parity);
			if (threadIdx.x % AISP_GROUP == 0)
				fetch_weights(stage, m, col, x.row, x.row + p.second,
					      &bar.w[to.stage]);
			gather(stage + W_BYTES, at, p, x.part.n, col);
			done.add(bar);
		}
	}
	done.end(bar);
}

/* Rows behind the part are loaded too, but never used. */
static __device__ void fetch_rows(uint8_t *to, const CUtensorMap *map, int col,
				  const struct part &part, uint64_t *bar)
{
	int boxes = (part.n + X_BOX_ROWS - 1) / X_BOX_ROWS;

	aisp_barrier_expect(bar, boxes * X_BOX_ROWS * AISP_ROW_BYTES);
	for (int i = 0; i < boxes; i++)
		aisp_fetch(to + i * X_BOX_ROWS * AISP_ROW_BYTES, map, col,
			   part.first + i * X_BOX_ROWS, bar);
}

/* A thread fetches rows in the order of experts. */
static __device__ void fetch_in_order(uint8_t *stages, struct barriers &bar,
				      const struct maps &m, const struct product &p,
				      const struct order &o)
{
	struct place to = { 0, 1 };
	int n = *o.n_parts * p.n_tiles;

	for (int t = blockIdx.x; t < n; t += gridDim.x) {
		struct tile x = tile_at(p, o, t);

		for (int col = 0; col < p.width; col += STEP, next_stage(&to)) {
			uint8_t *stage = stages + to.stage * STAGE_BYTES;

			aisp_barrier_wait(&bar.empty[to.stage], to.parity);
			fetch_weights(stage, m, col, x.row, x.row + p.second,
				      &bar.w[to.stage]);
			fetch_rows(stage + W_BYTES, &m.rows, col, x.part,
				   &bar.x[to.stage]);
		}
	}
}

#endif
