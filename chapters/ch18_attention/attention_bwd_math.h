/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_math.h - the five products of a tile by a warpgroup, and the steps on
 * their sums in registers.
 */
#ifndef ATTENTION_BWD_MATH_H
#define ATTENTION_BWD_MATH_H

#include "attention_bwd_roles.h"
#include "wgmma.h"

/* d = a b + d if is_more, both in shared memory; b[k][n]: only its sum runs across. */
static __device__ inline void multiply_across(float (&d)[32], uint64_t a, uint64_t b,
					      int is_more)
{
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %34, 0;\n\t" NAME(
			     64) "{" P32 "}, %32, %33, p, 1, 1, 0, 1;\n\t}"
		     : D32
		     : "l"(a), "l"(b), "r"(is_more));
}

/* Four 8x8 matrices, transposed: lane l has the address of row l % 8 of what becomes of
 * matrix l / 8. */
static __device__ inline void store_transposed(void *row, const uint32_t *w)
{
	asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], "
		     "{%1, %2, %3, %4};" ::"r"(shared_address(row)),
		     "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
		     : "memory");
}

/* Tells the compiler that d is dead: it needs no registers until it is written. */
template <int N> static __device__ void forget(float (&d)[N])
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("" : "=f"(d[i]));
}

/* s = a b^T: 64 keys of the group, a tile of queries. */
template <int DIM>
static __device__ void score(float (&s)[queries_of<DIM> / 2],
			     const uint16_t (*a)[KEYS][CHUNK],
			     const uint16_t (*b)[queries_of<DIM>][CHUNK], int group)
{
#pragma unroll
	for (int i = 0; i < DIM / 16; i++)
		aisp_wgmma<AISP_WGMMA_BF16, queries_of<DIM>>(
			s, aisp_descriptor(a[i / 4][group * 64]) + i % 4 * 2,
			aisp_descriptor(b[i / 4]) + i % 4 * 2, i > 0);
	aisp_wgmma_end();
}

/* sum += w b for the weights w of 64 keys and a tile of queries. */
template <int DIM>
static __device__ void weigh(float (&sum)[DIM / 2],
			     const uint32_t (&w)[queries_of<DIM> / 4],
			     const uint16_t (*b)[queries_of<DIM>][CHUNK])
{
#pragma unroll
	for (int i = 0; i < queries_of<DIM> / 16; i++)
		multiply(sum, &w[4 * i],
			 descriptor_across(b[0], queries_of<DIM> * CHUNK * 2) + i * 128,
			 1);
	aisp_wgmma_end();
}

/* The group's half of dq = ds k: of 128 columns, or of 128 rows. */
template <int DIM>
static __device__ void find_dq(float (&dq)[32], const tiles<DIM> &t, int stage,
			       int group)
{
	int row = DIM == 64 ? 64 * group : 0, column = DIM == 64 ? 0 : group;

#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply_across(dq,
				aisp_descriptor(t.ds[stage][i / 4][row]) + i % 4 * 2,
				descriptor_across(t.k[column], 0) + i * 128, i > 0);
	aisp_wgmma_end();
}

/* Keys behind their query get no weight. */
template <int N> static __device__ void mask(float (&s)[N], int key, int query)
{
	key += threadIdx.x % GROUP / 32 * 16 + threadIdx.x % 32 / 4;
	query += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i++)
		if (key + i % 4 / 2 * 8 > query + i / 4 * 8 + i % 2)
			s[i] = -INFINITY;
}

/* Turns scores into weights. */
template <int N>
static __device__ void take_powers(float (&s)[N], const float *lse, float scale)
{
	lse += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i += 4) {
		float2 l = *(const float2 *)(lse + 2 * i);

		s[i] = power_of_two(fmaf(s[i], scale, -l.x));
		s[i + 1] = power_of_two(fmaf(s[i + 1], scale, -l.y));
		s[i + 2] = power_of_two(fmaf(s[i + 2], scale, -l.x));
		s[i + 3] = power_of_two(fmaf(s[i + 3], scale, -l.y));
	}
}

/* Turns weights p and dp into ds; the factor scale is applied at the end. */
template <int N>
static __device__ void find_ds(uint32_t (&ds)[N / 2], const float (&p)[N],
			       const float (&dp)[N], const float *d)
{
	d += threadIdx.x % 4 * 2;
#pragma unroll
	for (int i = 0; i < N; i += 4) {
		float2 x = *(const float2 *)(d + 2 * i);

		ds[i / 2] = pack(p[i] * (dp[i] - x.x), p[i + 1] * (dp[i + 1] - x.y));
		ds[i / 2 + 1] = pack(p[i + 2] * (dp[i + 2] - x.x),
				     p[i + 3] * (dp[i + 3] - x.y));
	}
}

template <int N>
static __device__ void pack_weights(uint32_t (&w)[N / 2], const float (&s)[N])
{
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		w[i] = pack(s[2 * i], s[2 * i + 1]);
}

#endif
