/* SPDX-License-Identifier: MIT
 *
 * low_stages.h - the ring that feeds low_rows.h: which warps fetch weights and x, which
 * turn x, and the barriers of a stage that is there, is turned, and is free again.
 */
#ifndef LOW_STAGES_H
#define LOW_STAGES_H

#define MOST_BANDS 4

#include <aisp/few_rows_cut.h>

#include "low_formats.h"

#define GROUP 128 /* of k */

/*
 * Tiles of TILE_BANDS bands, whatever N is, since cuts follow from that.  WORKERS
 * warpgroups multiply; of one more, three warps turn x, and a thread of the last
 * fetches.
 */
#define TILE_BANDS MOST_BANDS
#define TURNERS    96 /* threads */

template <class FORMAT_, int N_, int WORKERS_> struct low_plan {
	using FORMAT = FORMAT_;
	static constexpr int N = N_, WORKERS = WORKERS_;
	static constexpr int TURNER =
		WORKERS * AISP_GROUP; /* the first of its threads */
	static constexpr int FETCHER = TURNER + TURNERS, THREADS = FETCHER + 32;
	static constexpr int K = FORMAT::ROW; /* of a stage */
	static constexpr int BOXES = K / BOX, GROUPS = K / GROUP;
	static constexpr int PARTS = STEP * BOX / K; /* stages of a step */
	static constexpr int BOX_BANDS = FORMAT::AT_ONCE > 1 ? 1 : WORKERS;
	static constexpr int BAND_BYTES = BAND * AISP_ROW_BYTES;
	static constexpr int W_BYTES = WORKERS * BAND_BYTES;
	static constexpr int BOX_BYTES = N * AISP_ROW_BYTES;
	static constexpr int X_BYTES = BOXES * BOX_BYTES;
	static constexpr int STAGE_BYTES = W_BYTES + X_BYTES;
	static constexpr int STAGES = (222 << 10) / STAGE_BYTES;
	static constexpr int BYTES = STAGES * STAGE_BYTES + 1024;
};

/* Barriers of a stage: what arrived, what is turned, and that it is free again. */
template <class P> struct low_ring {
	uint64_t w[P::STAGES], x[P::STAGES], turned[P::STAGES], empty[P::STAGES];
};

template <class P> static __device__ void low_begin(struct low_ring<P> &bar)
{
	for (int i = 0; i < P::STAGES; i++) {
		ptx::mbarrier_init(&bar.w[i], 1);
		ptx::mbarrier_init(&bar.x[i], 1);
		ptx::mbarrier_init(&bar.turned[i], TURNERS / 32);
		ptx::mbarrier_init(&bar.empty[i], P::WORKERS * (AISP_GROUP / 32));
	}
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

/* Each warp calls it after all of its lanes are done with the barrier's stage. */
static __device__ void warp_arrives(uint64_t *bar)
{
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		ptx::mbarrier_arrive(bar);
}

/* Calls work(band, first stage, end) for each piece, and in it for the bands in turn.
 */
template <class P, class WORK>
static __device__ void low_pieces(const struct shares &q, const WORK &work)
{
	struct piece p;

	for (int s = first_step(q); next_piece(q, &s, &p);)
		for (int b = 0; b < q.n_bands; b += P::WORKERS)
			work(p, b);
}

/* n stages from the tile's stage i on: of each box of rows all that is asked for at
 * once. */
template <class P>
static __device__ void low_order(uint8_t *stages, struct low_ring<P> &bar,
				 const CUtensorMap *w, const CUtensorMap *x,
				 struct ring *at, int row, int i, int n)
{
	const struct ring first = *at;

	for (int j = i; j < i + n; j++, ring_next<P>(at)) {
		uint8_t *to = stages + at->stage * P::STAGE_BYTES + P::W_BYTES;

		aisp_barrier_wait(&bar.empty[at->stage], at->parity);
		aisp_barrier_expect(&bar.w[at->stage], P::W_BYTES);
		aisp_barrier_expect(&bar.x[at->stage], P::X_BYTES);
#pragma unroll
		for (int b = 0; b < P::BOXES; b++)
			aisp_fetch(to + b * P::BOX_BYTES, x, j * P::K + b * BOX, 0,
				   &bar.x[at->stage]);
	}
	for (int b = 0; b < P::WORKERS; b += P::BOX_BANDS) {
		struct ring to = first;

		for (int j = i; j < i + n; j++, ring_next<P>(&to))
			aisp_fetch(stages + to.stage * P::STAGE_BYTES +
					   b * P::BAND_BYTES,
				   w, j * AISP_ROW_BYTES, row + b * BAND,
				   &bar.w[to.stage]);
	}
}

template <class P>
static __device__ void low_fetch(uint8_t *stages, struct low_ring<P> &bar,
				 const CUtensorMap *w, const CUtensorMap *x,
				 const struct shares &q)
{
	constexpr int most = P::FORMAT::AT_ONCE;
	struct ring at = { 0, 1 }; /* in the first round all stages are free */

	/* Else the first would wait for what the last one frees. */
	static_assert(P::STAGES > most + 1, "stages for all that is asked for at once");
	low_pieces<P>(q, [&](const struct piece &p, int b) {
		int row = (p.tile * q.n_bands + b) * BAND, end = p.to * P::PARTS;

		for (int i = p.from * P::PARTS; i < end; i += most)
			low_order<P>(stages, bar, w, x, &at, row, i,
				     most < end - i ? most : end - i);
	});
}

/* Numbers of a stage change places: each thread has UNIT pieces of a row at a time,
 * and eight neighbours those of eight rows, which lie in all banks. */
template <class P> static __device__ void turn_stage(uint8_t *x)
{
	constexpr int UNIT = P::FORMAT::UNIT, UNITS = 8 / UNIT;

#pragma unroll 2
	for (int i = threadIdx.x - P::TURNER; i < P::N * UNITS * P::BOXES;
	     i += TURNERS) {
		int row = i % P::N, unit = i / P::N;
		uint8_t *from = x + unit / UNITS * P::BOX_BYTES + row * AISP_ROW_BYTES;
		uint4 v[UNIT];

#pragma unroll
		for (int c = 0; c < UNIT; c++)
			v[c] = *(const uint4 *)(from +
						((unit % UNITS * UNIT + c) ^ row % 8) *
							16);
		P::FORMAT::turn(v);
#pragma unroll
		for (int c = 0; c < UNIT; c++)
			*(uint4 *)(from + ((unit % UNITS * UNIT + c) ^ row % 8) * 16) =
				v[c];
	}
}

template <class P>
static __device__ void low_turn(uint8_t *stages, struct low_ring<P> &bar,
				const struct shares &q)
{
	struct ring at = { 0, 0 };

	low_pieces<P>(q, [&](const struct piece &p, int) {
		for (int i = p.from * P::PARTS; i < p.to * P::PARTS;
		     i++, ring_next<P>(&at)) {
			aisp_barrier_wait(&bar.x[at.stage], at.parity);
			turn_stage<P>(stages + at.stage * P::STAGE_BYTES + P::W_BYTES);
			/* Makes these writes visible to the tensor cores. */
			asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
			warp_arrives(&bar.turned[at.stage]);
		}
	});
}

#endif
