/* SPDX-License-Identifier: MIT
 *
 * small.h - C = A B^T for few rows of A.  Tensor cores multiply 64 rows by 8 to 256:
 * the 64 are rows of B, the weights, and A's rows, up to 64, are the second operand.
 * Blocks take shares of B's steps of k, and one thread of each keeps its ring full.
 *
 * A row's bits follow from the order in which its products are added up: by 16 of k
 * in an instruction, instructions in the order of k, and shares in that order, too.
 * No part of this depends on how many rows there are.
 */
#ifndef SMALL_H
#define SMALL_H

#include "small_sums.h"

#define BOX       64 /* elements of k in AISP_ROW_BYTES */
#define STEP      4  /* boxes; shares begin at multiples of it */
#define W_BYTES   (TILE * AISP_ROW_BYTES)
#define FETCHER   AISP_GROUP /* the thread */
#define N_THREADS (AISP_GROUP + 32)

/*
 * 512 bytes of each row at a time, which are neighbours in memory; half of that where A
 * wants as much room.  160 KiB under way are enough for memory.
 */
template <int N_> struct small_plan {
	static constexpr int N = N_, BOXES = N < 64 ? STEP : STEP / 2;
	static constexpr int PARTS = STEP / BOXES; /* stages of a step */
	static constexpr int X_BYTES = N * AISP_ROW_BYTES;
	static constexpr int STAGE_BYTES = BOXES * (W_BYTES + X_BYTES);
	static constexpr int STAGES =
		(160 << 10) / STAGE_BYTES < 4 ? 4 : 160 * 1024 / STAGE_BYTES;
	static constexpr int BYTES = STAGES * STAGE_BYTES + out_bytes<N>() + 1024;
};

struct ring {
	int stage;
	uint32_t parity;
};

template <class P> static __device__ void ring_next(struct ring *at)
{
	if (++at->stage == P::STAGES) {
		at->stage = 0;
		at->parity ^= 1;
	}
}

static __device__ void fetch_map(const CUtensorMap *map)
{
	asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

/* Of what nobody reads again: L2 parts with it first, and keeps A. */
static __device__ void fetch_once(void *to, const CUtensorMap *map, int col, int row,
				  uint64_t *full)
{
	asm volatile("{\n\t.reg .b64 policy;\n\t"
		     "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
		     "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier"
		     "::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3}], [%4], "
		     "policy;\n\t}" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
		     "l"(map), "r"(col), "r"(row),
		     "r"((uint32_t)__cvta_generic_to_shared(full))
		     : "memory");
}

template <class P>
static __device__ void fetch_share(uint8_t *stages, uint64_t *full, uint64_t *empty,
				   const CUtensorMap *w, const CUtensorMap *x,
				   const struct shares &q)
{
	int begin = share_begin(q, share_here(q));
	int n = (share_begin(q, share_here(q) + 1) - begin) * P::PARTS;
	int tile = begin / q.n_steps, i = begin % q.n_steps * P::PARTS;
	struct ring at = { 0, 1 }; /* the first time round nobody frees a stage */

	for (; n; n--, ring_next<P>(&at)) {
		uint8_t *to = stages + at.stage * P::STAGE_BYTES;

		aisp_barrier_wait(&empty[at.stage], at.parity);
		aisp_barrier_expect(&full[at.stage], P::STAGE_BYTES);
#pragma unroll
		for (int b = 0; b < P::BOXES; b++) {
			int col = (i * P::BOXES + b) * BOX;

			fetch_once(to + b * W_BYTES, w, col, tile * TILE,
				   &full[at.stage]);
			aisp_fetch(to + P::BOXES * W_BYTES + b * P::X_BYTES, x, col, 0,
				   &full[at.stage]);
		}
		if (++i == q.n_steps * P::PARTS) {
			i = 0;
			tile++;
		}
	}
}

/* n stages into d, from the ring's place `at`. */
template <class P>
static __device__ void multiply(float d[P::N / 2], uint8_t *stages, uint64_t *full,
				uint64_t *empty, struct ring *at, int n)
{
	uint64_t w = aisp_descriptor(stages);
	uint64_t x = aisp_descriptor(stages + P::BOXES * W_BYTES);
	int last = 0;

	for (int i = 0; i < n; i++, ring_next<P>(at)) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = 0; k < P::BOXES * AISP_ROW_BYTES; k += AISP_STEP_BYTES) {
			int box = k / AISP_ROW_BYTES, in = k % AISP_ROW_BYTES / 16;

			aisp_wgmma<AISP_WGMMA_BF16, P::N>(
				d, w + stage + box * (W_BYTES / 16) + in,
				x + stage + box * (P::X_BYTES / 16) + in, i || k);
		}
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i && threadIdx.x == 0)
			ptx::mbarrier_arrive(&empty[last]);
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	if (threadIdx.x == 0)
		ptx::mbarrier_arrive(&empty[last]);
}

/* Tile by tile.  Who has a tile's first step owns it, and adds what is behind. */
template <class P>
static __device__ void multiply_share(const struct sums &c, uint8_t *stages,
				      uint64_t *full, uint64_t *empty,
				      const struct shares &q)
{
	int share = share_here(q), end = share_begin(q, share + 1);
	struct ring at = { 0, 0 };
	float d[P::N / 2];

	for (int s = share_begin(q, share), n; s < end; s += n) {
		int tile = s / q.n_steps, next = (tile + 1) * q.n_steps;
		int behind = share;

		n = min(next, end) - s;
		multiply<P>(d, stages, full, empty, &at, n * P::PARTS);
		if (s % q.n_steps) {
			give_sums<P::N>(d, c, share);
			continue;
		}
		while (share_begin(q, behind + 1) < next)
			behind++;
		take_sums<P::N>(d, c, share + 1, behind);
		store_sums<P::N>(c, d, stages + P::STAGES * P::STAGE_BYTES,
				 tile * TILE);
	}
}

template <class P>
static __global__ void __launch_bounds__(N_THREADS, 1)
	small_product(const __grid_constant__ CUtensorMap w,
		      const __grid_constant__ CUtensorMap x, const struct sums c,
		      const struct shares q)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	/* Swizzled tiles begin at multiples of 1024 bytes. */
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	if (threadIdx.x == FETCHER) {
		fetch_map(&w);
		fetch_map(&x);
		for (int i = 0; i < P::STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 1);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (threadIdx.x == FETCHER)
		fetch_share<P>(stages, full, empty, &w, &x, q);
	else if (threadIdx.x < AISP_GROUP)
		multiply_share<P>(c, stages, full, empty, q);
}

#endif
