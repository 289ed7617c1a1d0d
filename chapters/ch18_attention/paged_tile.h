/* SPDX-License-Identifier: MIT
 *
 * paged_tile.h - many rows of queries that meet the same tokens: 16 for each warp of a
 * block but the last, which keeps the ring full that they share, of steps of 64 tokens,
 * four slabs each.  Rows are groups of `group` neighbours, `stride` rows apart.
 */
#ifndef PAGED_TILE_H
#define PAGED_TILE_H

#include "decode_grouped.h"

#define STEP_SLABS 4
#define STEP       (STEP_SLABS * SLAB)
#define STEPS      3 /* under way */

/* Rows of queries, and of what becomes of them: n of all, from `first` on in memory. */
struct queries {
	int64_t first;
	int n, group, stride;
};

static __device__ int64_t row_at(const queries &x, int i)
{
	return x.first + i / x.group * x.stride + i % x.group;
}

/* As load_rows(), of rows from i on. */
static __device__ void load_queries(uint32_t (&q)[HEAD_DIM / 4], const uint16_t *from,
				    const queries &x, int i)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		int r = i + lane / 4 + h * 8;
		const uint16_t *row = from + row_at(x, r) * HEAD_DIM + lane % 4 * 2;

#pragma unroll
		for (int c = 0; c < HEAD_DIM / 8; c++)
			q[c * 2 + h] = r < x.n ? *(const uint32_t *)(row + c * 8) : 0;
	}
}

/* The block's ring: keys and values of a range of tokens. */
struct steps {
	slab (*ring)[STEP_SLABS];
	uint64_t *full, *empty;
	const CUtensorMap *k, *v;
	range x;
	int now, later; /* of the fetching warp: pages of 32 slabs, one to a lane, and
			   of the next */
};

static __device__ int slab_page(const steps &t, int i, const shape &p)
{
	int at = (t.x.token + (i + (int)threadIdx.x % 32) * SLAB) / p.page;

	return at < p.pages ? t.x.table[at] : 0;
}

/* The last warp fetches, a lane for each slab.  IS_ONCE: no other block reads them. */
template <bool IS_ONCE>
static __device__ void fetch_step(steps &t, int i, const shape &p)
{
	int lane = threadIdx.x % 32, first = i * STEP_SLABS, page, row;
	int token = t.x.token + (first + lane) * SLAB;
	uint64_t *full = &t.full[i % STEPS];

	if (first % 32 == 0) {
		t.now = t.later;
		t.later = slab_page(t, first + 32, p);
	}
	page = __shfl_sync(~0u, t.now, (first + lane) % 32);
	row = (page * p.heads + t.x.head) * p.page + token % p.page;
	if (lane >= STEP_SLABS)
		return;
	slab &to = t.ring[i % STEPS][lane];
	if (token >= t.x.end) {
		barrier_arrive(full);
		return;
	}
	aisp_barrier_expect(full, sizeof(slab));
	if (IS_ONCE) {
		load_once(to.k, t.k, row, full);
		load_once(to.v, t.v, row, full);
	} else {
		load_box(to.k, t.k, 0, row, 0, full);
		load_box(to.v, t.v, 0, row, 0, full);
	}
}

/* As score(), of a whole step: of its eight sums each waits for none of the others. */
static __device__ void score_step(float (&s)[STEP / 2],
				  const uint32_t (&q)[HEAD_DIM / 4], const slab *t)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < STEP / 2; i++)
		s[i] = 0;
#pragma unroll
	for (int d = 0; d < HEAD_DIM / 16; d++)
#pragma unroll
		for (int j = 0; j < STEP_SLABS; j++) {
			uint32_t b[4];

			aisp_load_matrices(
				b, t[j].k[0][0] + chunk_at(lane / 16 * 8 + lane % 8,
							   2 * d + lane / 8 % 2, SLAB));
			multiply(&s[8 * j], &q[4 * d], b[0], b[1]);
			multiply(&s[8 * j + 4], &q[4 * d], b[2], b[3]);
		}
}

/* Of the first n slabs; what is behind them has no weight. */
static __device__ void score_some(float (&s)[STEP / 2],
				  const uint32_t (&q)[HEAD_DIM / 4], const slab *t,
				  int n)
{
#pragma unroll
	for (int i = 0; i < STEP / 2; i++)
		s[i] = -INFINITY;
#pragma unroll
	for (int j = 0; j < STEP_SLABS; j++)
		if (j < n)
			score<HEAD_DIM>(((float(*)[SLAB / 2]) s)[j], q, t[j].k[0][0]);
}

/* A warp's rows and a step, from `token` on, of which `hide` takes scores away. */
template <class F>
static __device__ void attend_step(float (&o)[HEAD_DIM / 2], rows &r,
				   const uint32_t (&q)[HEAD_DIM / 4], const slab *t,
				   int token, int end, const power &p, const F &hide)
{
	int n = (end - token + SLAB - 1) / SLAB;
	float s[STEP / 2], by[2];
	uint32_t w[STEP / 4];

	if (n >= STEP_SLABS)
		score_step(s, q, t);
	else
		score_some(s, q, t, n);
	hide(s, token);
	take_powers(s, r, by, p);
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
	pack_weights(w, s);
#pragma unroll
	for (int j = 0; j < STEP_SLABS; j++)
		if (j < n)
			weigh<HEAD_DIM>(o, ((uint32_t(*)[SLAB / 4]) w)[j],
					t[j].v[0][0]);
}

static __device__ void init_steps(const steps &t, int n_workers)
{
	if (threadIdx.x == 0) {
		for (int i = 0; i < STEPS; i++) {
			barrier_init(&t.full[i], STEP_SLABS);
			barrier_init(&t.empty[i], (unsigned)n_workers);
		}
		barriers_ready();
	}
	__syncthreads();
}

/* All warps of a block call it; an idle warp has no rows.  False in the last warp. */
template <bool IS_ONCE, class F>
static __device__ bool attend_steps(float (&o)[HEAD_DIM / 2], rows &r,
				    const uint32_t (&q)[HEAD_DIM / 4], bool is_idle,
				    steps &t, const shape &p, const F &hide)
{
	int n = (t.x.end - t.x.token + STEP - 1) / STEP;
	int n_workers = (int)blockDim.x / 32 - 1;

	init_steps(t, n_workers);
	if ((int)threadIdx.x / 32 == n_workers) {
		t.later = slab_page(t, 0, p);
		for (int i = 0; i < n; i++) {
			/* In the first round all steps are free. */
			aisp_barrier_wait(&t.empty[i % STEPS], ~(i / STEPS) & 1);
			fetch_step<IS_ONCE>(t, i, p);
		}
		return false;
	}
	for (int i = 0; i < n; i++) {
		aisp_barrier_wait(&t.full[i % STEPS], i / STEPS & 1);
		if (!is_idle)
			attend_step(o, r, q, t.ring[i % STEPS], t.x.token + i * STEP,
				    t.x.end, p.power, hide);
		__syncwarp(); /* the step's slabs are read */
		if (threadIdx.x % 32 == 0)
			barrier_arrive(&t.empty[i % STEPS]);
	}
	return true;
}

#endif
