/* SPDX-License-Identifier: MIT
 *
 * tiles.h - what kernels whose blocks stay have in common: the order of tiles, and
 * the thread that fetches them.  Blocks of a cluster share what they have in common:
 * each fetches a part of it and sends it to all.
 */
#ifndef TILES_H
#define TILES_H

#include <aisp/hopper.h>
#include <aisp/tile_order.h>

#define TILE_M  128
#define THREADS (AISP_GROUP * (WORKERS + 1))

/*
 * Tiles of TILE_M x N; a cluster's blocks lie in DOWN rows and ACROSS columns of
 * them; EMPTYING warpgroups of a block use a stage; each warp has PIECES places of 16
 * rows for what it stores.
 */
template <enum aisp_wgmma_type KIND_, int N_, int DOWN_, int ACROSS_, int STAGES_,
	  int EMPTYING_, int PIECES_>
struct plan {
	static constexpr enum aisp_wgmma_type KIND = KIND_;
	static constexpr int N = N_, DOWN = DOWN_, ACROSS = ACROSS_;
	static constexpr int STAGES = STAGES_, EMPTYING = EMPTYING_, PIECES = PIECES_;
	static constexpr int BLOCKS = DOWN * ACROSS;
	static constexpr int ELEM_BYTES = KIND == AISP_WGMMA_TF32   ? 4
					  : KIND == AISP_WGMMA_BF16 ? 2
								    : 1;
	static constexpr int OUT_BYTES = KIND == AISP_WGMMA_TF32 ? 4 : 2;
	static constexpr int STEP = AISP_ROW_BYTES / ELEM_BYTES; /* elements of k */
	static constexpr int ROWS = TILE_M;
	static constexpr int A_BYTES = TILE_M * AISP_ROW_BYTES;
	static constexpr int B_BYTES = N * AISP_ROW_BYTES;
	static constexpr int STAGE_BYTES = A_BYTES + B_BYTES;
	static constexpr int PIECE_BYTES = 16 * AISP_ROW_BYTES;
	static constexpr int BYTES =
		STAGES * STAGE_BYTES + WORKERS * 4 * PIECES * PIECE_BYTES + 1024;
};

/* What a block's warps share, and where it stands in its cluster. */
template <class P> struct block {
	uint8_t *stage, *out;
	uint64_t *full, *empty;
	int down, across;
};

/* Before the launch's first work; returns when all of the cluster are there. */
template <class P>
static __device__ struct block<P> begin(uint8_t *memory, uint64_t *full,
					uint64_t *empty) {
	uint8_t *stage = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	int rank = (int)ptx::get_sreg_cluster_ctarank();

	if (threadIdx.x == 0) {
		for (int i = 0; i < P::STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i],
					   P::EMPTYING * (P::DOWN + P::ACROSS - 1));
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
	return { stage,          stage + P::STAGES *P::STAGE_BYTES,
		 full,           empty,
		 rank % P::DOWN, rank / P::DOWN };
}

/* The others may still send to this block's memory, or tell its barriers. */
static __device__ void
end(void)
{
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

/* A tile's rows of one operand, or a part of them for several blocks. */
template <int PARTS, int BYTES>
static __device__ void fetch_part(uint8_t *to, const CUtensorMap *map, int k, int row,
				  int part, uint64_t *full, uint16_t mask)
{
	to += part * (BYTES / PARTS);
	row += part * (BYTES / AISP_ROW_BYTES / PARTS);
	if constexpr (PARTS > 1)
		aisp_fetch_multicast(to, map, k, row, full, mask);
	else
		aisp_fetch(to, map, k, row, full);
}

/* Which blocks of the cluster a block's parts of A and B go to. */
struct masks {
	uint16_t row, col;
};

template <class P> static __device__ struct masks masks_of(const struct block<P> &s)
{
	struct masks m = { 0, (uint16_t)(((1 << P::DOWN) - 1) << s.across * P::DOWN) };

	for (int i = 0; i < P::ACROSS; i++)
		m.row |= 1 << (i * P::DOWN + s.down);
	return m;
}

/* Steps [from, to) of the cluster's tile `of`. */
template <class P>
static __device__ void fetch_steps(const struct block<P> &s, const CUtensorMap *a,
				   const CUtensorMap *b, int2 of, int from, int to,
				   const struct masks &m, struct turn<P> *at)
{
	int row = (of.x * P::DOWN + s.down) * P::ROWS;
	int col = (of.y * P::ACROSS + s.across) * P::N;

	for (int i = from; i < to; i++, at->next()) {
		uint8_t *stage = s.stage + at->stage * P::STAGE_BYTES;
		uint64_t *full = &s.full[at->stage];

		aisp_barrier_wait(&s.empty[at->stage], at->parity);
		aisp_barrier_expect(full, P::STAGE_BYTES);
		fetch_part<P::ACROSS, P::A_BYTES>(stage, a, i * P::STEP, row, s.across,
						  full, m.row);
		fetch_part<P::DOWN, P::B_BYTES>(stage + P::A_BYTES, b, i * P::STEP, col,
						s.down, full, m.col);
	}
}

template <class P>
static __device__ void fetch_tiles(const struct block<P> &s, const CUtensorMap *a,
				   const CUtensorMap *b, const struct order &o, int n_k)
{
	struct masks m = masks_of(s);
	struct turn<P> at;

	at.parity = 1; /* in the first round all stages are free */
	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS)
		fetch_steps<P>(s, a, b, place(o, t), 0, n_k, m, &at);
}

/* Tells all blocks that send to this one, one thread each, that a stage is free. */
template <class P> static __device__ void release(const struct block<P> &s, int stage)
{
	int i = threadIdx.x % AISP_GROUP, j = i - P::DOWN;

	if (i < P::DOWN)
		aisp_barrier_arrive(&s.empty[stage], s.across * P::DOWN + i);
	else if (j < P::ACROSS && j != s.across)
		aisp_barrier_arrive(&s.empty[stage], j * P::DOWN + s.down);
}

#endif
