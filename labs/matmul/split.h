/* SPDX-License-Identifier: MIT
 *
 * split.h - C = A B^T for few tokens: weights are the first operand of wgmma, and up to
 * 256 tokens the second.  The blocks of a cluster divide a tile's steps of k among
 * them, in turn.  Each sends its sums to the shared memory of the blocks that store
 * them, which add them in the order of the blocks.
 */
#ifndef SPLIT_H
#define SPLIT_H

#include "../../chapters/ch10_tensor_cores/tiles.h"
#include "split_send.h"
#include "wgmma_16.h"

/* In shared memory, and what a block needs beside its stages. */
struct split_block {
	uint8_t *stages;
	uint64_t *full, *empty;
	int n_stages;
};

/* The place of the next stage, and the parity of its barriers' phase. */
struct split_turn {
	int stage;
	uint32_t parity;
};

static __device__ void split_next(struct split_turn *t, const struct split_block &s)
{
	if (++t->stage == s.n_stages) {
		t->stage = 0;
		t->parity ^= 1;
	}
}

/* One thread per operand fetches boxes of BYTES to `offset` of each stage: one thread
 * for both could not issue small boxes fast enough. */
template <class P, int BYTES>
static __device__ void split_fetch(const struct split_block &s, const CUtensorMap *map,
				   const struct split_place &at, int n_k, int first,
				   int offset)
{
	struct split_turn t = { 0, 1 }; /* in the first round all stages are free */

	for (int i = at.part; i < n_k; i += at.parts, split_next(&t, s)) {
		uint8_t *to = s.stages + t.stage * P::STAGE_BYTES + offset;
		uint64_t *full = &s.full[t.stage];

		aisp_barrier_wait(&s.empty[t.stage], t.parity);
		aisp_barrier_expect(full, P::BOXES * BYTES);
#pragma unroll
		for (int b = 0; b < P::BOXES; b++)
			aisp_fetch(to + b * BYTES, map, (i * P::BOXES + b) * SPLIT_STEP,
				   first, full);
	}
}

template <class P>
static __device__ void split_step(float d[P::BANDS][P::N / 2], uint64_t w, uint64_t x,
				  int is_sum)
{
	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < P::BOXES * AISP_ROW_BYTES; k += AISP_STEP_BYTES) {
		int box = k / AISP_ROW_BYTES, in = k % AISP_ROW_BYTES / 16;
#pragma unroll
		for (int b = 0; b < P::BANDS; b++)
			aisp_wgmma<AISP_WGMMA_BF16, P::N>(
				d[b],
				w + box * (P::W_BYTES / 16) + b * (SPLIT_BAND / 16) +
					in,
				x + box * (P::X_BYTES / 16) + in, is_sum || k);
	}
	aisp_wgmma_end();
}

template <class P>
static __device__ void split_multiply(float d[P::BANDS][P::N / 2],
				      const struct split_block &s,
				      const struct split_place &at, int n_k)
{
	uint64_t w =
		aisp_descriptor(s.stages + aisp_warpgroup() * P::BANDS * SPLIT_BAND);
	uint64_t x = aisp_descriptor(s.stages + P::BOXES * P::W_BYTES);
	struct split_turn t = { 0, 0 };
	int last = -1;

	for (int i = at.part; i < n_k; i += at.parts, split_next(&t, s)) {
		int stage = t.stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&s.full[t.stage], t.parity);
		split_step<P>(d, w + stage, x + stage, last >= 0);
		aisp_wgmma_wait<1>();
		if (last >= 0 && threadIdx.x % AISP_GROUP == 0)
			aisp_barrier_arrive(&s.empty[last], at.part);
		last = t.stage;
	}
	aisp_wgmma_wait<0>();
}

static __device__ void split_ready(const CUtensorMap *map)
{
	asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

template <class P>
static __device__ void split_begin(const struct split_block &s, uint64_t *given,
				   const struct split_place &at, const CUtensorMap &w,
				   const CUtensorMap &x)
{
	int i = (int)threadIdx.x - P::FETCHER;

	if (i == 0)
		split_ready(&w);
	if (i == 32)
		split_ready(&x);
	if (i >= 0 && i < s.n_stages) {
		ptx::mbarrier_init(&s.full[i], 2);
		ptx::mbarrier_init(&s.empty[i], P::GROUPS);
		if (i == 0)
			ptx::mbarrier_init(given, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (at.parts > 1)
		ptx::barrier_cluster_arrive(); /* the others' barriers: see below */
	if (threadIdx.x == P::FETCHER && at.parts > 1)
		aisp_barrier_expect(given,
				    (at.parts - 1) * P::TOKEN_BYTES *
					    split_tokens<P>(at.part, at.parts).y);
}

static __device__ void meet_workers(int n)
{
	asm volatile("barrier.sync 1, %0;" ::"r"(n) : "memory");
}

/* Sums overwrite the stages, which are not needed any more. */
template <class P>
static __device__ void split_end(const float d[P::BANDS][P::N / 2],
				 const struct split_block &s, uint64_t *given,
				 const struct split_place &at, const struct split_c &c)
{
	uint8_t *sent = s.stages + s.n_stages * P::STAGE_BYTES;

	meet_workers(P::FETCHER);
	if (at.parts == 1) {
		split_whole<P>(s.stages, d, at, c);
		return;
	}
	split_put<P>(s.stages, d);
	ptx::fence_proxy_async(ptx::space_shared);
	meet_workers(P::FETCHER);
	split_give<P>(s.stages, sent, given, at, threadIdx.x);
	aisp_barrier_wait(given, 0);
	split_store<P>(s.stages, sent, at, c);
}

template <class P>
__global__ void __launch_bounds__(P::BLOCK, P::PER_SM)
	split(const __grid_constant__ CUtensorMap w,
	      const __grid_constant__ CUtensorMap x, const struct split_c c, int n_k,
	      int n_stages)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::MOST_STAGES], empty[P::MOST_STAGES], given;
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	struct split_block s = { stages, full, empty, n_stages };
	struct split_place at = split_here<P>();
	float d[P::BANDS][P::N / 2];

	split_begin<P>(s, &given, at, w, x);
	if (threadIdx.x == P::FETCHER)
		split_fetch<P, P::W_BYTES>(s, &w, at, n_k, at.row, 0);
	else if (threadIdx.x == P::FETCHER + 32)
		split_fetch<P, P::X_BYTES>(s, &x, at, n_k, at.token,
					   P::BOXES * P::W_BYTES);
	else if (threadIdx.x < P::FETCHER)
		split_multiply<P>(d, s, at, n_k);
	if (at.parts > 1)
		ptx::barrier_cluster_wait(); /* the others' barriers are ready */
	if (threadIdx.x < P::FETCHER)
		split_end<P>(d, s, &given, at, c);
	if (at.parts > 1) { /* others' copies may still read here */
		ptx::barrier_cluster_arrive();
		ptx::barrier_cluster_wait();
	}
}

#endif
