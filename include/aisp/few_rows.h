/* SPDX-License-Identifier: MIT
 *
 * few_rows.h - C = A B^T for few rows of A.  Tensor cores multiply 64 rows by 8 to 256:
 * the 64 are rows of B, the weights, and A's rows, up to 64, are the second operand.
 * Blocks take shares of B's steps of k, and one thread of each keeps its ring full.
 *
 * A row's bits follow from the order in which its products are added up: by 16 of k
 * in an instruction, instructions in the order of k, and shares in that order, too.
 * No part of this depends on how many rows there are.
 */
#ifndef AISP_FEW_ROWS_H
#define AISP_FEW_ROWS_H

#include <aisp/few_rows_shares.h>
#include <aisp/few_rows_sums.h>

#define BOX  64 /* elements of k in AISP_ROW_BYTES */
#define STEP 4  /* boxes; shares begin at multiples of it */

/*
 * A step takes 512 neighbouring bytes of each row; a stage has half of them if A needs
 * much room.  160 KiB under way keep memory busy.  A block has a warpgroup for each of
 * the WORKERS bands that it takes at a time, and a thread that fetches.
 */
template <int N_, int WORKERS_> struct small_plan {
	static constexpr int N = N_, WORKERS = WORKERS_, FETCHER = WORKERS * AISP_GROUP;
	static constexpr int BOXES = N < 64 ? STEP : STEP / 2;
	static constexpr int PARTS = STEP / BOXES; /* stages of a step */
	static constexpr int BAND_BYTES = BAND * AISP_ROW_BYTES;
	static constexpr int W_BYTES = WORKERS * BAND_BYTES,
			     X_BYTES = N * AISP_ROW_BYTES;
	static constexpr int STAGE_BYTES = BOXES * (W_BYTES + X_BYTES);
	static constexpr int STAGES = N < 64 || WORKERS > 1 ? 4
							    : (160 << 10) / STAGE_BYTES;
	static constexpr int BYTES =
		STAGES * STAGE_BYTES + WORKERS * out_bytes<N>() + 1024;
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

/* Stages [i, end) of bands from `band` on. */
template <class P>
static __device__ void fetch_band(uint8_t *stages, uint64_t *full, uint64_t *empty,
				  const CUtensorMap *w, const CUtensorMap *x,
				  struct ring *at, int band, int i, int end)
{
	for (; i < end; i++, ring_next<P>(at)) {
		uint8_t *to = stages + at->stage * P::STAGE_BYTES;
		uint64_t *bar = &full[at->stage];

		aisp_barrier_wait(&empty[at->stage], at->parity);
		aisp_barrier_expect(bar, P::STAGE_BYTES);
#pragma unroll
		for (int b = 0; b < P::BOXES; b++) {
			int col = (i * P::BOXES + b) * BOX;

			aisp_fetch(to + b * P::W_BYTES, w, col, band * BAND, bar);
			aisp_fetch(to + P::BOXES * P::W_BYTES + b * P::X_BYTES, x, col,
				   0, bar);
		}
	}
}

template <class P>
static __device__ void fetch_share(uint8_t *stages, uint64_t *full, uint64_t *empty,
				   const CUtensorMap *w, const CUtensorMap *x,
				   const struct shares &q)
{
	struct ring at = { 0, 1 }; /* at first all stages are free */
	struct piece p;

	for (int s = first_step(q); next_piece(q, &s, &p);)
		for (int b = 0; b < q.n_bands; b += P::WORKERS)
			fetch_band<P>(stages, full, empty, w, x, &at,
				      p.tile * q.n_bands + b, p.from * P::PARTS,
				      p.to * P::PARTS);
}

/* n stages into d, from the ring's place `at`. */
template <class P>
static __device__ void multiply(float d[P::N / 2], uint8_t *stages, uint64_t *full,
				uint64_t *empty, struct ring *at, int n)
{
	uint64_t w = aisp_descriptor(stages + aisp_warpgroup() * P::BAND_BYTES);
	uint64_t x = aisp_descriptor(stages + P::BOXES * P::W_BYTES);
	int last = 0;

	for (int i = 0; i < n; i++, ring_next<P>(at)) {
		int stage = at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&full[at->stage], at->parity);
		aisp_wgmma_begin();
#pragma unroll
		for (int k = 0; k < P::BOXES * AISP_ROW_BYTES; k += AISP_STEP_BYTES) {
			int box = k / AISP_ROW_BYTES, in = k % AISP_ROW_BYTES / 16;

			aisp_wgmma<AISP_WGMMA_BF16, P::N>(
				d, w + stage + box * (P::W_BYTES / 16) + in,
				x + stage + box * (P::X_BYTES / 16) + in, i || k);
		}
		aisp_wgmma_end();
		aisp_wgmma_wait<1>();
		if (i && threadIdx.x % AISP_GROUP == 0)
			ptx::mbarrier_arrive(&empty[last]);
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	if (threadIdx.x % AISP_GROUP == 0)
		ptx::mbarrier_arrive(&empty[last]);
}

/*
 * Piece by piece, the bands of each in turn.  The block that has a tile's first step
 * owns the tile, and adds the sums of the blocks that have later steps.
 */
template <class P, class T>
static __device__ void multiply_share(const struct sums<T> &c, uint8_t *stages,
				      uint64_t *full, uint64_t *empty,
				      const struct shares &q)
{
	uint8_t *out = stages + P::STAGES * P::STAGE_BYTES +
		       aisp_warpgroup() * out_bytes<P::N>();
	int share = share_here(q);
	struct ring at = { 0, 0 };
	struct piece p;
	float d[P::N / 2];

	for (int s = first_step(q); next_piece(q, &s, &p);)
		for (int b = aisp_warpgroup(); b < q.n_bands; b += P::WORKERS) {
			multiply<P>(d, stages, full, empty, &at,
				    (p.to - p.from) * P::PARTS);
			if (p.from) {
				give_sums<P::N>(d, c, share, b);
				continue;
			}
			take_sums<P::N>(d, c, share + 1, last_share(q, p.tile), b);
			store_sums<P::N>(c, d, out, (p.tile * q.n_bands + b) * BAND);
		}
}

/* By a block of P::FETCHER + 32 threads or more. */
template <class P, class T>
static __device__ void multiply_block(const CUtensorMap &w, const CUtensorMap &x,
				      const struct sums<T> &c, const struct shares &q)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[P::STAGES], empty[P::STAGES];
	/* Swizzled tiles begin at multiples of 1024 bytes. */
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;

	if (threadIdx.x == P::FETCHER) {
		fetch_map(&w);
		fetch_map(&x);
		for (int i = 0; i < P::STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], P::WORKERS);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (threadIdx.x == P::FETCHER)
		fetch_share<P>(stages, full, empty, &w, &x, q);
	else if (threadIdx.x < P::FETCHER)
		multiply_share<P>(c, stages, full, empty, q);
}

#endif
