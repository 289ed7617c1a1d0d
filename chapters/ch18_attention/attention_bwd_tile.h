/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_tile.h - the backward pass without its matrices: tiles of SIDE queries
 * by SIDE keys are computed again from q, k and lse, and used for all three gradients
 * while they lie in the caches (T. Dao, FlashAttention-2, arXiv:2307.08691).  A block
 * of keys meets all queries that see it, in their order; dk and dv of the block stay,
 * and each tile adds to its rows of dq.  So every sum has one order, whichever thread
 * computes it.
 */
#ifndef ATTENTION_BWD_TILE_H
#define ATTENTION_BWD_TILE_H

#include <aisp/exp2.h>
#include <errno.h>
#include <string.h>

#define SIDE 64
#define LANES                                                                          \
	32 /* what rows are padded to a multiple of: a kernel's columns divide it */
#define LOG2E 0x1.715476p+0f

typedef float tile_side[SIDE][SIDE], tile_rows[SIDE][MAX_DIM];

/* What a thread works on; rows end in zeros, up to a multiple of LANES numbers. */
struct tiles {
	float k_across[MAX_DIM][SIDE], v_across[MAX_DIM][SIDE];
	tile_rows k, dk, dv, q, of, dq;
	tile_side p, ds;
	float d[SIDE], offset[SIDE];
};

/* Where a tile lies, and how much of it there is. */
struct tile_at {
	int64_t head, i, j, n_queries, n_keys;
};

/* Turns scores into weights, and products with values into ds; 0 for masked keys. */
static inline __attribute__((always_inline)) void
find_weights(const int64_t *p, const struct tile_at *at, struct tiles *t)
{
	float scale = attention_scale(p) * LOG2E;

	for (int64_t r = 0; r < SIDE; r++) {
		int64_t n = r < at->n_queries ? attended(p, at->i + r) - at->j : 0;

		for (int64_t l = 0; l < SIDE; l++) {
			float w = aisp_exp2f(t->p[r][l] * scale - t->offset[r]);

			t->p[r][l] = l < n && l < at->n_keys ? w : 0;
			t->ds[r][l] = t->p[r][l] * (t->ds[r][l] - t->d[r]);
		}
	}
}

#define AISP_KERNEL "attention_bwd_kernel.h"
#include <aisp/each_level.h>

/* Copies n rows, and zeros for the rows behind them. */
static inline void take_rows(tile_rows to, const float *x, int64_t n, int64_t dim)
{
	for (int64_t r = 0; r < n; r++)
		memcpy(to[r], x + r * dim, (size_t)dim * sizeof(*x));
	for (int64_t r = n; r < SIDE; r++)
		memset(to[r], 0, (size_t)dim * sizeof(*x));
}

static inline void turn(float across[MAX_DIM][SIDE], const float *x, int64_t n,
			int64_t dim)
{
	for (int64_t c = 0; c < dim; c++)
		for (int64_t r = 0; r < SIDE; r++)
			across[c][r] = r < n ? x[r * dim + c] : 0;
}

static inline void take_keys(const struct aisp_io *io, const struct tile_at *at,
			     struct tiles *t)
{
	int64_t dim = io->param[DIM], first = (at->head + at->j) * dim;

	turn(t->k_across, aisp_in_f32(io, K) + first, at->n_keys, dim);
	turn(t->v_across, aisp_in_f32(io, V) + first, at->n_keys, dim);
	take_rows(t->k, aisp_in_f32(io, K) + first, at->n_keys, dim);
	memset(t->dk, 0, sizeof(t->dk));
	memset(t->dv, 0, sizeof(t->dv));
}

static inline void take_queries(const struct aisp_io *io, const struct tile_at *at,
				struct tiles *t)
{
	int64_t dim = io->param[DIM], first = (at->head + at->i) * dim;
	const float *o = aisp_in_f32(io, O) + first;

	take_rows(t->q, aisp_in_f32(io, Q) + first, at->n_queries, dim);
	take_rows(t->of, aisp_in_f32(io, DO) + first, at->n_queries, dim);
	for (int64_t r = 0; r < at->n_queries; r++) {
		float d = 0;

		for (int64_t c = 0; c < dim; c++)
			d += t->of[r][c] * o[r * dim + c];
		t->d[r] = d;
		t->offset[r] = aisp_in_f32(io, LSE)[at->head + at->i + r] * LOG2E;
	}
}

/* Stores n rows times scale, or adds them to the rows that are there. */
static inline void give_rows(float *y, const float (*from)[MAX_DIM], int64_t n,
			     int64_t dim, float scale, int is_added)
{
	for (int64_t r = 0; r < n; r++)
		for (int64_t c = 0; c < dim; c++)
			y[r * dim + c] =
				scale * from[r][c] + (is_added ? y[r * dim + c] : 0);
}

static inline int64_t at_most(int64_t n)
{
	return n < SIDE ? n : SIDE;
}

/* A block of keys, all of its gradients, and what it adds to dq. */
static inline void keys_of(const struct aisp_io *io, struct tile_at at, struct tiles *t)
{
	const int64_t *p = io->param;
	int64_t padded = (p[DIM] + LANES - 1) / LANES * LANES;
	float scale = attention_scale(p);

	take_keys(io, &at, t);
	for (at.i = p[CAUSAL] ? at.j : 0; at.i < p[SEQ]; at.i += SIDE) {
		at.n_queries = at_most(p[SEQ] - at.i);
		take_queries(io, &at, t);
		AISP_BEST(find_tile)(p, &at, padded, t);
		give_rows(aisp_out_f32(io, DQ) + (at.head + at.i) * p[DIM], t->dq,
			  at.n_queries, p[DIM], scale, at.j > 0);
	}
	give_rows(aisp_out_f32(io, DK) + (at.head + at.j) * p[DIM], t->dk, at.n_keys,
		  p[DIM], scale, 0);
	give_rows(aisp_out_f32(io, DV) + (at.head + at.j) * p[DIM], t->dv, at.n_keys,
		  p[DIM], 1, 0);
}

static inline void head_of(const struct aisp_io *io, int64_t number, struct tiles *t)
{
	int64_t seq = io->param[SEQ];
	struct tile_at at = { .head = number * seq };

	for (at.j = 0; at.j < seq; at.j += SIDE) {
		at.n_keys = at_most(seq - at.j);
		keys_of(io, at, t);
	}
}

/* Tiles of each thread, with zeros where no row has numbers. */
static inline int tiles_setup(const struct aisp_io *io, void **state)
{
	size_t bytes = (size_t)io->n_threads * sizeof(struct tiles);

	*state = aligned_alloc(64, (bytes + 63) / 64 * 64);
	if (!*state)
		return -ENOMEM;
	memset(*state, 0, bytes);
	return 0;
}

#endif
