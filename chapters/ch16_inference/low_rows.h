/* SPDX-License-Identifier: MIT
 *
 * low_rows.h - C = A B^T for few rows of A, with weights B of 8 or 4 bits: few_rows.h's
 * blocks, shares and sums.  A warpgroup's 64 rows of B come from its registers, where
 * they have become bf16, and A's rows from shared memory, where another warpgroup has
 * turned them (low_formats.h).  Each group of 128 of k is a sum by itself, which meets
 * its scale in fp32.
 *
 * A row's bits follow from the order in which its products are added up, of which no
 * part depends on how many rows there are: by 16 of k in an instruction, eight
 * instructions a group, groups in their order, shares in theirs.
 */
#ifndef LOW_ROWS_H
#define LOW_ROWS_H

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

/* By each warp, whose lanes have all done what the barrier tells of. */
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

template <class P>
static __device__ void low_fetch(uint8_t *stages, struct low_ring<P> &bar,
				 const CUtensorMap *w, const CUtensorMap *x,
				 const struct shares &q)
{
	struct ring at = { 0, 1 }; /* the first time round nobody frees a stage */

	low_pieces<P>(q, [&](const struct piece &p, int b) {
		int row = (p.tile * q.n_bands + b) * BAND;

		for (int i = p.from * P::PARTS; i < p.to * P::PARTS;
		     i++, ring_next<P>(&at)) {
			uint8_t *to = stages + at.stage * P::STAGE_BYTES;

			aisp_barrier_wait(&bar.empty[at.stage], at.parity);
			aisp_barrier_expect(&bar.w[at.stage], P::W_BYTES);
			fetch_once(to, w, i * AISP_ROW_BYTES, row, &bar.w[at.stage]);
			aisp_barrier_expect(&bar.x[at.stage], P::X_BYTES);
#pragma unroll
			for (int j = 0; j < P::BOXES; j++)
				aisp_fetch(to + P::W_BYTES + j * P::BOX_BYTES, x,
					   i * P::K + j * BOX, 0, &bar.x[at.stage]);
		}
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
			/* Tensor cores read what was written here. */
			asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
			warp_arrives(&bar.turned[at.stage]);
		}
	});
}

/* d = a b or d += a b: 64 rows of a in registers, N of b; low_formats.h's pairs. */
template <int N>
static __device__ void low_wgmma(float d[N / 2], const uint32_t (&a)[4], uint64_t b,
				 int is_sum);

#define LOW_WGMMA(n, sums, outs, a0, a1, a2, a3, b_, p_)                               \
	template <>                                                                    \
	__device__ void low_wgmma<n>(float d[n / 2], const uint32_t(&a)[4],            \
				     uint64_t b, int is_sum)                           \
	{                                                                              \
		asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %" #p_ ", 0;\n\t"   \
			     "wgmma.mma_async.sync.aligned.m64n" #n                    \
			     "k16.f32.bf16.bf16 {" sums "}, {%" #a0 ", %" #a1          \
			     ", %" #a2 ", %" #a3 "}, %" #b_ ", p, 1, 1, 0;\n\t}"       \
			     : outs                                                    \
			     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b),     \
			       "r"(is_sum));                                           \
	}

LOW_WGMMA(8, AISP_R4, AISP_D4(0), 4, 5, 6, 7, 8, 9)
LOW_WGMMA(16, AISP_R8, AISP_D8(0), 8, 9, 10, 11, 12, 13)
LOW_WGMMA(32, AISP_R16, AISP_D16(0), 16, 17, 18, 19, 20, 21)
LOW_WGMMA(64, AISP_R32, AISP_D32(0), 32, 33, 34, 35, 36, 37)

/*
 * Scales of a lane's rows, `row` and row + 8, of four groups: of each row one by each
 * of the four lanes that have it, so that they come in one request, and those of the
 * next four groups ahead.
 */
template <class FORMAT> struct low_scales {
	const struct scales &s;
	int row, group;
	float now[2], next[2];

	__device__ void load(int first)
	{
		int g = first + threadIdx.x % 4;

#pragma unroll
		for (int i = 0; i < 2; i++) {
			int r = row + 8 * i;

			next[i] =
				g < s.groups && r < s.rows ? FORMAT::scale(s, r, g) : 0;
		}
	}
	__device__ low_scales(const struct scales &s_, int row_, int group_)
	    : s(s_), row(row_), group(group_)
	{
		load(group & ~3);
		step();
	}
	__device__ void step(void)
	{
		now[0] = next[0], now[1] = next[1];
		load((group & ~3) + 4);
	}
	/* Of the next group in turn. */
	__device__ float2 take(void)
	{
		int from = (threadIdx.x % 32 & ~3u) | (group & 3);
		float2 x = { __shfl_sync(~0u, now[0], from),
			     __shfl_sync(~0u, now[1], from) };

		if ((++group & 3) == 0)
			step();
		return x;
	}
};

template <int N>
static __device__ void add_scaled(float (&sum)[N / 2], const float (&d)[N / 2],
				  float2 s)
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		sum[i] += (i / 2 % 2 ? s.y : s.x) * d[i];
}

/* HALF_GROUP of k, of which x begins at descriptor x. */
template <class P>
static __device__ void multiply_half(float (&d)[P::N / 2],
				     const uint32_t (&a)[STEPS][4], uint64_t x,
				     int is_sum)
{
	aisp_wgmma_begin();
#pragma unroll
	for (int k = 0; k < STEPS; k++)
		low_wgmma<P::N>(d, a[k], x + k * (AISP_STEP_BYTES / 16), is_sum || k);
	aisp_wgmma_end();
}

/*
 * n stages from the ring's place `at`.  While a half of a group is multiplied, the next
 * one is unpacked into other registers.
 */
template <class P>
static __device__ void low_multiply(float (&sum)[P::N / 2], const uint8_t *stages,
				    struct low_ring<P> &bar, struct ring *at, int n,
				    struct low_scales<typename P::FORMAT> scale)
{
	using FORMAT = typename P::FORMAT;
	int lane = threadIdx.x % 32, last = -1;
	const uint8_t *rows =
		stages + aisp_warpgroup() * P::BAND_BYTES +
		(threadIdx.x % AISP_GROUP / 32 * 16 + lane % 16) * AISP_ROW_BYTES;
	uint64_t x = aisp_descriptor(stages + P::W_BYTES);
	int piece = lane / 16 ^ lane % 8;
	uint32_t a[STEPS][4], b[STEPS][4];
	float d[P::N / 2];
	float2 s = { 0, 0 };

#pragma unroll
	for (int i = 0; i < P::N / 2; i++)
		sum[i] = d[i] = 0;
	for (int i = 0; i < n; i++, ring_next<P>(at)) {
		const uint8_t *w = rows + at->stage * P::STAGE_BYTES;
		uint64_t y = x + at->stage * (P::STAGE_BYTES / 16);

		aisp_barrier_wait(&bar.w[at->stage], at->parity);
		aisp_barrier_wait(&bar.turned[at->stage], at->parity);
#pragma unroll
		for (int g = 0; g < P::GROUPS; g++) {
			aisp_wgmma_wait<1>(); /* a is free */
			FORMAT::unpack_half(a, w, piece, 2 * g);
			aisp_wgmma_wait<0>();
			add_scaled<P::N>(sum, d, s);
			if (g == 0 && last >= 0)
				warp_arrives(&bar.empty[last]);
			s = scale.take();
			multiply_half<P>(d, a, y + 2 * g * (P::BOX_BYTES / 16), 0);
			FORMAT::unpack_half(b, w, piece, 2 * g + 1);
			multiply_half<P>(d, b, y + (2 * g + 1) * (P::BOX_BYTES / 16),
					 1);
		}
		last = at->stage;
	}
	aisp_wgmma_wait<0>();
	add_scaled<P::N>(sum, d, s);
	warp_arrives(&bar.empty[last]);
}

/* Who has a tile's first step owns it, and adds what is behind. */
template <class P>
static __device__ void low_work(const struct sums<float> &c, const struct scales &f,
				const uint8_t *stages, struct low_ring<P> &bar,
				const struct shares &q)
{
	int share = share_here(q), lane = threadIdx.x % 32;
	struct ring at = { 0, 0 };

	low_pieces<P>(q, [&](const struct piece &p, int first) {
		int b = first + aisp_warpgroup(), row = (p.tile * q.n_bands + b) * BAND;
		struct low_scales<typename P::FORMAT> scale(
			f, row + threadIdx.x % AISP_GROUP / 32 * 16 + lane / 4,
			p.from * (STEP * BOX / GROUP));
		float sum[P::N / 2];

		low_multiply<P>(sum, stages, bar, &at, (p.to - p.from) * P::PARTS,
				scale);
		if (p.from) {
			give_sums<P::N>(sum, c, share, b);
			return;
		}
		take_sums<P::N>(sum, c, share + 1, last_share(q, p.tile), b);
		store_sums<P::N>(c, sum, NULL, row);
	});
}

/* By a block of P::THREADS threads. */
template <class P>
static __device__ void low_block(const CUtensorMap &w, const CUtensorMap &x,
				 const struct sums<float> &c, const struct scales &f,
				 const struct shares &q)
{
	extern __shared__ uint8_t memory[];
	__shared__ struct low_ring<P> bar;
	/* Swizzled tiles begin at multiples of 1024 bytes. */
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	/* Asked while warps are whole: the fetcher leaves its own. */
	bool is_worker = aisp_warpgroup() < P::WORKERS;

	if (threadIdx.x == P::FETCHER) {
		fetch_map(&w);
		fetch_map(&x);
		low_begin<P>(bar);
	}
	__syncthreads();
	if (threadIdx.x == P::FETCHER)
		low_fetch<P>(stages, bar, &w, &x, q);
	else if (is_worker)
		low_work<P>(c, f, stages, bar, q);
	else if (threadIdx.x < P::FETCHER)
		low_turn<P>(stages, bar, q);
}

#endif
