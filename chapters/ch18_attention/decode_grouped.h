/* SPDX-License-Identifier: MIT
 *
 * decode_grouped.h - a part of a sequence, all queries of a group together: the
 * group is one operand of a matrix product, so keys and values are read once.  Each
 * warp has a ring of its own of slabs of 16 tokens, which tensor copies fill.  Shared
 * by the steps, which differ in what a block's part is.
 */
#ifndef DECODE_GROUPED_H
#define DECODE_GROUPED_H

#include "attention_maps.h"
#include "decode_parts.h"
#include "mma.h"

#define WARPS   4
#define STAGES  2
#define THREADS (32 * WARPS)
#define SLAB    16 /* tokens */
#define ROWS    16 /* of the matrix product; those from `group` on are zeros */

struct shape {
	int batch, heads, group, page, pages; /* pages of a sequence */
	power power;
};

struct slab {
	uint16_t k[HEAD_DIM / CHUNK][SLAB][CHUNK], v[HEAD_DIM / CHUNK][SLAB][CHUNK];
};

union memory {
	slab ring[WARPS][STAGES];
	part parts[WARPS][ROWS];
};

/* By each warp, of its own barriers. */
static __device__ void ring_init(uint64_t *full)
{
	if (threadIdx.x % 32 == 0) {
		for (int i = 0; i < STAGES; i++)
			barrier_init(&full[i], 1);
		barriers_ready();
	}
	__syncwarp();
}

/* The table's entries for 32 slabs of this warp, one to a lane; wherever the sequence
 * ends, so that nothing waits for its length. */
static __device__ int page_of(const int *table, int token, const shape &p)
{
	int i = (token + (int)threadIdx.x % 32 * WARPS * SLAB) / p.page;

	return i < p.pages ? table[i] : 0;
}

/* As load_box(), of what nobody reads again: L2 parts with it first. */
static __device__ void load_once(void *to, const CUtensorMap *map, int row,
				 uint64_t *bar)
{
	asm volatile(
		"{\n\t.reg .b64 policy;\n\t"
		"createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
		"cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier"
		"::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3, %2}], [%4], "
		"policy;\n\t}" ::"r"(shared_address(to)),
		"l"(map), "r"(0), "r"(row), "r"(shared_address(bar))
		: "memory");
}

static __device__ void fetch(slab &to, const CUtensorMap *k, const CUtensorMap *v,
			     int row, uint64_t *full)
{
	if (threadIdx.x % 32)
		return;
	aisp_barrier_expect(full, sizeof(slab));
	load_once(to.k, k, row, full);
	load_once(to.v, v, row, full);
}

static __device__ void attend(float (&o)[HEAD_DIM / 2], rows &r,
			      const uint32_t (&q)[HEAD_DIM / 4], const slab &t,
			      int token, int end, const shape &p)
{
	float s[SLAB / 2], by[2];
	uint32_t w[SLAB / 4];

	score<HEAD_DIM>(s, q, t.k[0][0]);
	if (token + SLAB > end)
		mask(s, 0, token, end, 0);
	take_powers(s, r, by, p.power);
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
	pack_weights(w, s);
	weigh<HEAD_DIM>(o, w, t.v[0][0]);
}

/* What a block knows of the sequence that it is at. */
struct range {
	const int *table;
	int head, token, end; /* of keys and values; tokens [token, end) */
};

/* A warp's slabs of a range: every WARPS-th.  Its ring is empty before and after, and
 * goes on at stage `at`. */
static __device__ void attend_all(float (&o)[HEAD_DIM / 2], rows &r,
				  const uint32_t (&q)[HEAD_DIM / 4], slab *stages,
				  uint64_t *full, ring &at, const CUtensorMap *k,
				  const CUtensorMap *v, const range &x, const shape &p)
{
	const int step = WARPS * SLAB;
	int token = x.token + threadIdx.x / 32 * SLAB, next = token, n = 0;
	int pages = 0, later = page_of(x.table, token, p);
	ring to = at;

	for (; token < x.end; token += step) {
		while (next < x.end && next < token + STAGES * step) {
			if (n % 32 == 0) {
				pages = later;
				later = page_of(x.table, next + 32 * step, p);
			}
			int page = __shfl_sync(~0u, pages, n++ % 32);

			fetch(stages[to.stage], k, v,
			      (page * p.heads + x.head) * p.page + next % p.page,
			      &full[to.stage]);
			ring_next<STAGES>(to);
			next += step;
		}
		aisp_barrier_wait(&full[at.stage], at.parity);
		attend(o, r, q, stages[at.stage], token, x.end, p);
		__syncwarp();
		ring_next<STAGES>(at);
	}
}

static shape shape_of(const int64_t *p)
{
	return { (int)p[BATCH], (int)p[HEADS],    (int)p[GROUP],
		 (int)p[PAGE],  (int)pages_of(p), power_of_scores(HEAD_DIM) };
}

static void teardown(void *state)
{
	free(state);
}

#endif
