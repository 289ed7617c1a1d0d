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

#include "low_scales.h"
#include "low_stages.h"

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

template <int N>
static __device__ void add_scaled(float (&sum)[N / 2], const float (&d)[N / 2],
				  float2 s)
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		sum[i] += (i / 2 % 2 ? s.y : s.x) * d[i];
}

/* Multiplies HALF_GROUP of k, where x begins at descriptor x. */
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
 * Multiplies n stages from the ring's place `at`.  While a half of a group is
 * multiplied, the next one is unpacked into other registers.
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

/* The block with a tile's first step owns the tile, and adds what later blocks have. */
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

/* A block of P::THREADS threads calls it. */
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
