/* SPDX-License-Identifier: MIT
 *
 * pairs_out.h - the way of a warpgroup's sums to memory: gated, turned in shared
 * memory so that a token's columns lie side by side, and stored in whole lines.
 */
#ifndef PAIRS_OUT_H
#define PAIRS_OUT_H

#include <aisp/instructions.h>

#include "pairs_gather.h"

/* The threads of a warpgroup that multiplies. */
static __device__ __forceinline__ void meet(void)
{
	asm volatile("barrier.sync %0, %1;" ::"r"(1 + aisp_warpgroup()), "n"(AISP_GROUP)
		     : "memory");
}

/* A warp's 16 rows of weights with the block of 8 tokens that begins at d, turned. */
static __device__ __forceinline__ void turn_block(uint8_t *out, const float *d,
						  int block)
{
	int lane = threadIdx.x % 32, c = threadIdx.x % AISP_GROUP / 32 * 2 + lane / 8;
	uint8_t *to = out + (block * 8 + lane % 8) * AISP_ROW_BYTES +
		      ((c ^ lane % 8) & 7) * 16;

	asm volatile(
		"stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(
			(uint32_t)__cvta_generic_to_shared(to)),
		"r"(pack(d[0], d[1])), "r"(pack(d[2], d[3]))
		: "memory");
}

/* A warpgroup's 64 columns of h or out, as far as they are there, of OUT_TOKENS rows.
 */
static __device__ __forceinline__ void
copy_out(uint16_t *to, const uint8_t *out, const struct tile &x, int first, int col)
{
	int c = threadIdx.x % 8, r = threadIdx.x % AISP_GROUP / 8;

	col += c * 8;
	to += (int64_t)(x.first + first + r) * x.n_cols + col;
	out += r * AISP_ROW_BYTES + (c ^ r % 8) * 16;
#pragma unroll
	for (int i = 0; i < OUT_TOKENS; i += APART)
		if (first + r + i < x.n && col < x.n_cols)
			*(uint4 *)(to + (int64_t)i * x.n_cols) =
				*(const uint4 *)(out + i * AISP_ROW_BYTES);
}

template <int N>
static __device__ __forceinline__ void store_band(uint16_t *to, const struct tile &x,
						  uint8_t *out, const float (&d)[N / 2],
						  int col)
{
#pragma unroll
	for (int first = 0; first < N; first += OUT_TOKENS) {
		meet();
#pragma unroll
		for (int i = 0; i < OUT_TOKENS && first + i < N; i += 8)
			turn_block(out, d + (first + i) / 2, i / 8);
		meet();
		copy_out(to, out, x, first, col);
	}
}

/* 1 + e^-g, at most so large that two of them have a product. */
static __device__ __forceinline__ float gate_below(float g)
{
	return 1 + power_of_two(fminf(-1.44269504f * g, 60));
}

/* g = silu(g) u of two, of which one reciprocal is enough. */
static __device__ __forceinline__ void gate(float *g, const float *u)
{
	float a = gate_below(g[0]), b = gate_below(g[1]), r = aisp_reciprocal(a * b);

	g[0] *= r * b * u[0];
	g[1] *= r * a * u[1];
}

/* The unit's h has one more of its pieces, which all of the warpgroup have stored. */
static __device__ __forceinline__ void tell_done(int *done)
{
	let_async_read();
	meet();
	if (threadIdx.x % AISP_GROUP == 0)
		asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(done)
			     : "memory");
}

#endif
