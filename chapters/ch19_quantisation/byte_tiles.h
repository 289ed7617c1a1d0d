/* SPDX-License-Identifier: MIT
 *
 * byte_tiles.h - tiles of 128 x N of A B^T, of numbers of 8 bits, by blocks that stay.
 * One thread fetches; the two blocks of a cluster stand below each other, and each
 * fetches half of what they share of B for both.
 */
#ifndef BYTE_TILES_H
#define BYTE_TILES_H

#include <aisp/hopper.h>
#include <aisp/tile_order.h>
#include <cuda_bf16.h>

#define TILE_M  128
#define STEP    128 /* of k: a row of a tile */
#define PAIR    2   /* blocks of a cluster */
#define THREADS (AISP_GROUP * (WORKERS + 1))
#define A_BYTES (TILE_M * STEP)

/*
 * EMPTYING warpgroups of a block use a stage.  A warp stores pieces of 16 rows; those
 * of 72 columns need no swizzle.
 */
template <int N_, int STAGES_, int EMPTYING_ = WORKERS> struct plan {
	static constexpr int N = N_, STAGES = STAGES_, EMPTYING = EMPTYING_;
	static constexpr int B_BYTES = N * STEP, STAGE_BYTES = A_BYTES + B_BYTES;
	static constexpr int PIECE = N % 64 ? 72 : 64;
	static constexpr int PIECE_BYTES = 16 * PIECE * 2;
	static constexpr int BYTES =
		STAGES * STAGE_BYTES + WORKERS * 4 * PIECE_BYTES + 1024;
};

/* What a block's warps share, and which of the pair it is. */
template <class P> struct block {
	uint8_t *stage, *out;
	uint64_t *full, *empty;
	int rank;
};

template <class P>
static __device__ struct block<P> begin(uint8_t *memory, uint64_t *full,
					uint64_t *empty) {
	uint8_t *stage = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	if (threadIdx.x == 0) {
		for (int i = 0; i < P::STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], P::EMPTYING * PAIR);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
	return { stage, stage + P::STAGES *P::STAGE_BYTES, full, empty,
		 (int)ptx::get_sreg_cluster_ctarank() };
}

template <class P>
static __device__ void fetch_tiles(const struct block<P> &s, const CUtensorMap *a,
				   const CUtensorMap *b, const struct order &o, int n_k)
{
	struct turn<P> at;

	at.parity = 1; /* in the first round all stages are free */
	for (int t = blockIdx.x / PAIR; t < o.rows * o.cols; t += gridDim.x / PAIR) {
		int2 to = place(o, t);
		int row = (to.x * PAIR + s.rank) * TILE_M;
		int col = to.y * P::N + s.rank * (P::N / PAIR);

		for (int i = 0; i < n_k; i++, at.next()) {
			uint8_t *stage = s.stage + at.stage * P::STAGE_BYTES;
			uint64_t *full = &s.full[at.stage];

			aisp_barrier_wait(&s.empty[at.stage], at.parity);
			aisp_barrier_expect(full, P::STAGE_BYTES);
			aisp_fetch(stage, a, i * STEP, row, full);
			aisp_fetch_multicast(stage + A_BYTES +
						     s.rank * (P::B_BYTES / PAIR),
					     b, i * STEP, col, full, 3);
		}
	}
}

/* Tells both blocks that a stage is free. */
template <class P> static __device__ void release(const struct block<P> &s, int stage)
{
	if (threadIdx.x % AISP_GROUP < PAIR)
		aisp_barrier_arrive(&s.empty[stage], threadIdx.x % AISP_GROUP);
}

static __device__ uint32_t pack(float x, float y)
{
	__nv_bfloat162 both = __floats2bfloat162_rn(x, y);

	return *(uint32_t *)&both;
}

/* The sums as they are. */
struct as_is {
	__device__ uint32_t operator()(const float *d, int, int) const
	{
		return pack(d[0], d[1]);
	}
};

/*
 * Of the piece, the 8 x 8 blocks at `block` and, if there is one, its neighbour's.
 * f(d, i, col) makes of the lane's two sums of a block, which begins at column col, in
 * the upper 8 rows (i = 0) or the lower, what is stored.
 */
template <class P, class D, class F>
static __device__ void store_blocks(uint8_t *piece, int block, const D *d, int col,
				    const F &f)
{
	int lane = threadIdx.x % 32, row = lane % 16, c = block + lane / 16;
	uint32_t at = (uint32_t)__cvta_generic_to_shared(
		piece + row * P::PIECE * 2 + (P::PIECE == 64 ? c ^ row % 8 : c) * 16);

	col += block * 8;
	if (block + 1 < P::PIECE / 8)
		asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, "
			     "%3, %4};" ::"r"(at),
			     "r"(f(d, 0, col)), "r"(f(d + 2, 1, col)),
			     "r"(f(d + 4, 0, col + 8)), "r"(f(d + 6, 1, col + 8))
			     : "memory");
	else
		asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, "
			     "%2};" ::"r"(at),
			     "r"(f(d, 0, col)), "r"(f(d + 2, 1, col))
			     : "memory");
}

/* A warp's 16 rows, through shared memory, which the accelerator empties. */
template <class P, class D, class F>
static __device__ void store_rows(uint8_t *piece, const CUtensorMap *c,
				  const D d[P::N / 2], int row, int col, const F &f)
{
#pragma unroll
	for (int i = 0; i < P::N / P::PIECE; i++) {
		int32_t corner[] = { col + i * P::PIECE, row };

		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
		__syncwarp();
#pragma unroll
		for (int j = 0; j < P::PIECE / 8; j += 2)
			store_blocks<P>(piece, j, d + (i * P::PIECE / 8 + j) * 4,
					col + i * P::PIECE, f);
		ptx::fence_proxy_async(ptx::space_shared);
		__syncwarp();
		if (threadIdx.x % 32 == 0) {
			ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared,
						  c, corner, piece);
			ptx::cp_async_bulk_commit_group();
		}
	}
}

#endif
