/* SPDX-License-Identifier: MIT
 *
 * persistent.h - C = A B^T by blocks that stay: one warp fetches, two warpgroups
 * multiply tiles of 128 x 256, and write a tile while the next one's fetches run.
 * Blocks of a cluster share what they have in common: each fetches a part of it and
 * sends it to all.
 */
#ifndef PERSISTENT_H
#define PERSISTENT_H

#include "swizzled_out.h"

#define WORKERS 2 /* warpgroups that multiply */
#define TILE_M  (64 * WORKERS)
#define THREADS (GROUP * (WORKERS + 1))
#define A_BYTES (TILE_M * ROW_BYTES)
#define B_BYTES (TILE_N * ROW_BYTES)

/* Blocks of a cluster lie in DOWN rows and ACROSS columns of tiles. */
template <enum kind KIND_, int DOWN_, int ACROSS_, int STAGES_, int PIECES_, int EDGE_,
	  bool TURN_>
struct plan {
	static constexpr enum kind KIND = KIND_;
	static constexpr int DOWN = DOWN_, ACROSS = ACROSS_, BLOCKS = DOWN * ACROSS;
	static constexpr int STAGES = STAGES_, STAGE_BYTES = A_BYTES + B_BYTES;
	static constexpr int ELEM_BYTES = KIND == BF16 ? 2 : KIND == TF32 ? 4 : 1;
	static constexpr int STEP = ROW_BYTES / ELEM_BYTES; /* elements of k */
	static constexpr int PIECES = PIECES_; /* of 16 rows for each warp to store */
	static constexpr int OUT_BYTES = WORKERS * 4 * PIECES * PIECE_BYTES;
	static constexpr int BYTES = STAGES * STAGE_BYTES + OUT_BYTES + 1024;
	static constexpr int EDGE = EDGE_; /* tiles of clusters in a square */
	static constexpr bool TURN = TURN_;
};

/* What a block's warps share. */
template <class P> struct shared {
	uint8_t *stage, *out;
	uint64_t *full, *empty;
};

/* In tiles of clusters. */
struct order {
	int rows, cols, edge;
};

/* Bands of `edge` rows, column by column, every other band from right to left. */
static __device__ int2 place(const struct order &o, int t)
{
	int band = t / (o.edge * o.cols), first = band * o.edge;
	int rows = min(o.edge, o.rows - first), i = t - band * o.edge * o.cols;
	int col = i / rows;

	return make_int2(first + i % rows, band % 2 ? o.cols - 1 - col : col);
}

template <class P>
static __device__ void fetch_tiles(const struct shared<P> &s, const CUtensorMap *a,
				   const CUtensorMap *b, const struct order &o, int n_k)
{
	uint32_t rank = ptx::get_sreg_cluster_ctarank();
	int down = rank % P::DOWN, across = rank / P::DOWN;
	uint16_t row_mask = 0, col_mask = ((1 << P::DOWN) - 1) << across * P::DOWN;
	int stage = 0, n = 0;
	uint32_t parity = 1;

	for (int i = 0; i < P::ACROSS; i++)
		row_mask |= 1 << (i * P::DOWN + down);
	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS, n++) {
		int2 at = place(o, t);
		int row = (at.x * P::DOWN + down) * TILE_M +
			  across * (TILE_M / P::ACROSS);
		int col = (at.y * P::ACROSS + across) * TILE_N +
			  down * (TILE_N / P::DOWN);

		for (int i = 0; i < n_k; i++) {
			int k = (P::TURN && n % 2 ? n_k - 1 - i : i) * P::STEP;
			uint8_t *to = s.stage + stage * P::STAGE_BYTES;

			barrier_wait(&s.empty[stage], parity);
			barrier_expect(&s.full[stage], P::STAGE_BYTES);
			if constexpr (P::ACROSS > 1)
				fetch_multicast(to + across * (A_BYTES / P::ACROSS), a,
						k, row, &s.full[stage], row_mask);
			else
				fetch(to, a, k, row, &s.full[stage]);
			to += A_BYTES + down * (B_BYTES / P::DOWN);
			if constexpr (P::DOWN > 1)
				fetch_multicast(to, b, k, col, &s.full[stage],
						col_mask);
			else
				fetch(to, b, k, col, &s.full[stage]);
			if (++stage == P::STAGES) {
				stage = 0;
				parity ^= 1;
			}
		}
	}
}

/* Tells all blocks that send to this one, one thread each, that a stage is free. */
template <class P> static __device__ void release(const struct shared<P> &s, int stage)
{
	uint32_t rank = ptx::get_sreg_cluster_ctarank(), i = threadIdx.x % GROUP;

	if (i < P::DOWN)
		barrier_arrive(&s.empty[stage], rank / P::DOWN * P::DOWN + i);
	else if (i < P::DOWN + P::ACROSS && i - P::DOWN != rank / P::DOWN)
		barrier_arrive(&s.empty[stage],
			       rank % P::DOWN + (i - P::DOWN) * P::DOWN);
}

template <class P>
static __device__ void multiply_all(const struct shared<P> &s, const CUtensorMap *c,
				    const struct order &o, int n_k)
{
	uint32_t rank = ptx::get_sreg_cluster_ctarank();
	int down = rank % P::DOWN, across = rank / P::DOWN;
	int worker = warpgroup() - 1, warp = threadIdx.x % GROUP / 32;
	uint8_t *out = s.out + (worker * 4 + warp) * P::PIECES * PIECE_BYTES;
	uint64_t a = descriptor(s.stage + worker * 64 * ROW_BYTES);
	uint64_t b = descriptor(s.stage + A_BYTES);
	int stage = 0;
	uint32_t parity = 0;
	float d[SUMS];

	for (int t = blockIdx.x / P::BLOCKS; t < o.rows * o.cols;
	     t += gridDim.x / P::BLOCKS) {
		int2 to = place(o, t);
		int row = (to.x * P::DOWN + down) * TILE_M + worker * 64 + warp * 16;
		int col = (to.y * P::ACROSS + across) * TILE_N, last = 0;

		for (int i = 0; i < n_k; i++) {
			int at = stage * (P::STAGE_BYTES / 16);

			barrier_wait(&s.full[stage], parity);
			multiply_tiles<P::KIND>(d, a + at, b + at, i);
			multiply_wait<1>();
			if (i)
				release<P>(s, last);
			last = stage;
			if (++stage == P::STAGES) {
				stage = 0;
				parity ^= 1;
			}
		}
		multiply_wait<0>();
		release<P>(s, last);
		store_tile<P>(out, c, d, row, col);
	}
	if (threadIdx.x % 32 == 0)
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

template <class P>
__global__ void __cluster_dims__(P::BLOCKS, 1, 1) __launch_bounds__(THREADS, 1)
	product(const __grid_constant__ CUtensorMap a,
		const __grid_constant__ CUtensorMap b,
		const __grid_constant__ CUtensorMap c, const struct order o, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	uint32_t pad = -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	struct shared<P> s = {
		memory + pad, memory + pad + P::STAGES *P::STAGE_BYTES, full, empty
	};

	if (threadIdx.x == 0) {
		for (int i = 0; i < P::STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i],
					   WORKERS * (P::DOWN + P::ACROSS - 1));
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
	if (threadIdx.x < GROUP) {
		leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_tiles<P>(s, &a, &b, o, n_k);
	} else {
		take_registers<240>();
		multiply_all<P>(s, &c, o, n_k);
	}
	/* The others may still send to this block's memory, or tell its barriers. */
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

#endif
