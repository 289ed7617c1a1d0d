/* SPDX-License-Identifier: MIT
 *
 * decode_grouped.h - a part of a sequence, all queries of a group together: the
 * group is one operand of a matrix product, so keys and values are read once.  Each
 * warp has its own ring of slabs of 16 tokens, which tensor copies fill.  The steps
 * that share it differ in what a block's part is.
 */
#ifndef DECODE_GROUPED_H
#define DECODE_GROUPED_H

#include "attention_maps.h"
#include "decode_warps.h"
#include "mma.h"

#ifndef RING
#define RING 2 /* slabs of a warp */
#endif

struct slab {
	uint16_t k[HEAD_DIM / CHUNK][SLAB][CHUNK], v[HEAD_DIM / CHUNK][SLAB][CHUNK];
};

union memory {
	slab ring[WARPS][RING];
	part parts[WARPS][ROWS];
};

/* Like load_box(), for data that is not read again: L2 evicts it first. */
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

/* A warp's queries, their sums so far, and its ring. */
struct grouped {
	static constexpr int STAGES = RING;
	float (&o)[HEAD_DIM / 2];
	rows &r;
	const uint32_t (&q)[HEAD_DIM / 4];
	slab *stages;
	uint64_t *full;
	const CUtensorMap *k, *v;
	const shape &p;

	__device__ void fetch(unsigned stage, int head, int token)
	{
		::fetch(stages[stage], k, v, head * p.page + token, &full[stage]);
	}

	__device__ void attend(const ring &at, int token, int end)
	{
		aisp_barrier_wait(&full[at.stage], at.parity);
		::attend(o, r, q, stages[at.stage], token, end, p);
	}
};

#endif
