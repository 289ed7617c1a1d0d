/* SPDX-License-Identifier: MIT
 *
 * ssm_products.h - a chunk of a state-space layer by tensor cores: 64 steps, 128
 * numbers of state, 32 columns; warp w of eight has rows 16 w of the state in
 * registers, of y rows 16 (w % 4), and of these the columns 16 (w / 4).
 *
 * Tensor cores take bf16, which states and weights are not: each is two, the nearest
 * and what that is off by, and is multiplied as two.  Tiles have 64 columns (mma.h);
 * where there are two parts, the first lies in columns 0 to 31, the second behind.
 */
#ifndef SSM_PRODUCTS_H
#define SSM_PRODUCTS_H

#include "ssm_chunk.h"

#define WIDE       64          /* columns of a tile */
#define PARTS      2           /* of a number */
#define PART       (SLICE / 8) /* pieces of 16 bytes from a part to the next */
#define BOTH_PITCH (CHUNK + 8) /* rows that are read together lie in other banks */

struct ssm_stage {
	uint16_t b[CHUNK * STATE], c[CHUNK * STATE], x[CHUNK * WIDE];
	float both[CHUNK * BOTH_PITCH], left[CHUNK], inverse[CHUNK];
};

/* A pair of numbers as pairs of parts. */
static __device__ void split(float a, float b, uint32_t part[PARTS])
{
	part[0] = pack(a, b);
	part[1] = pack(a - low(part[0]), b - high(part[0]));
}

/* x g_last / g, in parts: what a step will have left of itself at the end. */
static __device__ void weigh_steps(uint16_t *to, const struct ssm_stage &s)
{
	int row = threadIdx.x / PART, piece = threadIdx.x % PART;
	uint4 v = *(const uint4 *)(s.x + chunk_at(row, piece, CHUNK));
	float left = s.left[CHUNK - 1] * s.inverse[row];
	uint32_t word[4] = { v.x, v.y, v.z, v.w }, part[4][PARTS];

#pragma unroll
	for (int i = 0; i < 4; i++)
		split(low(word[i]) * left, high(word[i]) * left, part[i]);
#pragma unroll
	for (int p = 0; p < PARTS; p++)
		*(uint4 *)(to + chunk_at(row, piece + p * PART, CHUNK)) = {
			part[0][p], part[1][p], part[2][p], part[3][p]
		};
}

/* The warp's 16 rows of the state. */
static __device__ void show_state(uint16_t *to, const float state[SLICE / 8][4])
{
	int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;

#pragma unroll
	for (int i = 0; i < SLICE / 4; i++) {
		const float *pair = state[i / 2] + i % 2 * 2;
		uint32_t part[PARTS];

		split(pair[0], pair[1], part);
#pragma unroll
		for (int p = 0; p < PARTS; p++)
			*(uint32_t *)(to +
				      chunk_at(row + i % 2 * 8, i / 2 + p * PART,
					       STATE) +
				      lane % 4 * 2) = part[p];
	}
}

/* y = g (C state): 16 steps from row on, 16 columns from piece on. */
static __device__ void read_state(float y[2][4], const struct ssm_stage &s,
				  const uint16_t *state, int row, int piece)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int k = 0; k < STATE; k += 16) {
		uint32_t a[4], b[4];

		aisp_load_matrices(
			a, s.c + chunk_at(row + lane % 16, k / 8 + lane / 16, CHUNK));
#pragma unroll
		for (int p = 0; p < PARTS; p++) {
			aisp_load_transposed(
				b,
				state + chunk_at(k + lane % 16,
						 piece + p * PART + lane / 16, STATE));
			multiply(y[0], a, b[0], b[1]);
			multiply(y[1], a, b[2], b[3]);
		}
	}
#pragma unroll
	for (int i = 0; i < 8; i++)
		y[i / 4][i % 4] *= s.left[row + lane / 4 + i % 4 / 2 * 8];
}

/* W of a row and two steps: 0 of those behind it. */
static __device__ float2 weights_at(const struct ssm_stage &s, int row, int step)
{
	float2 both = *(const float2 *)(s.both + row * BOTH_PITCH + step);
	float2 inverse = *(const float2 *)(s.inverse + step);
	float left = s.left[row];

	return { step <= row ? both.x * (left * inverse.x) : 0,
		 step + 1 <= row ? both.y * (left * inverse.y) : 0 };
}

/* y += W X, of steps up to the rows' own. */
static __device__ void read_steps(float y[2][4], const struct ssm_stage &s, int row,
				  int piece)
{
	int lane = threadIdx.x % 32;

	for (int k = 0; k <= row; k += 16) {
		uint32_t a[PARTS][4], b[4], part[PARTS];

#pragma unroll
		for (int i = 0; i < 4; i++) {
			float2 w = weights_at(s, row + lane / 4 + i % 2 * 8,
					      k + i / 2 * 8 + lane % 4 * 2);

			split(w.x, w.y, part);
			a[0][i] = part[0];
			a[1][i] = part[1];
		}
		aisp_load_transposed(
			b, s.x + chunk_at(k + lane % 16, piece + lane / 16, CHUNK));
#pragma unroll
		for (int p = 0; p < PARTS; p++) {
			multiply(y[0], a[p], b[0], b[1]);
			multiply(y[1], a[p], b[2], b[3]);
		}
	}
}

/* state = g_last state + B^T (X g_last / g) */
static __device__ void change_state(float state[SLICE / 8][4],
				    const struct ssm_stage &s, const uint16_t *weighed)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

#pragma unroll
	for (int i = 0; i < SLICE / 2; i++)
		state[i / 4][i % 4] *= s.left[CHUNK - 1];
#pragma unroll
	for (int k = 0; k < CHUNK; k += 16) {
		uint32_t a[4], b[4];

		aisp_load_transposed(a, s.b + chunk_at(k + lane / 16 * 8 + lane % 8,
						       2 * warp + lane / 8 % 2, CHUNK));
#pragma unroll
		for (int i = 0; i < PARTS * SLICE / 16; i++) {
			int tile = i % (SLICE / 16) * 2;

			aisp_load_transposed(b, weighed + chunk_at(k + lane % 16,
								   2 * i + lane / 16,
								   CHUNK));
			multiply(state[tile], a, b[0], b[1]);
			multiply(state[tile + 1], a, b[2], b[3]);
		}
	}
}

#endif
