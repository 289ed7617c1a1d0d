/* SPDX-License-Identifier: MIT
 *
 * few_rows_sums.h - where a warpgroup's sums of a band of B and N rows of A go: to the
 * workspace, if another block has the tile's beginning, or to C.
 */
#ifndef AISP_FEW_ROWS_SUMS_H
#define AISP_FEW_ROWS_SUMS_H

#include <aisp/hopper.h>
#include <cuda_bf16.h>

#define BAND 64 /* rows of B */
#ifndef MOST_BANDS
#define MOST_BANDS 2 /* of a tile */
#endif
#define MOST_SHARES 1024

template <class T> struct sums {
	T *c;
	float4 *parts; /* of shares that begin within a tile */
	int m, n;
	int first; /* the product's first share, if a launch has several products */
};

/* 1: a share's sums of a band are in the workspace.  The block that adds them sets 0.
 */
static __device__ unsigned is_given[MOST_SHARES][MOST_BANDS];

/* Bytes of shared memory on the way to C. */
template <int N> static __host__ __device__ constexpr int out_bytes(void)
{
	return N * BAND * 2;
}

static __device__ void meet(void)
{
	asm volatile("barrier.sync %0, %1;" ::"r"(1 + aisp_warpgroup()), "n"(AISP_GROUP)
		     : "memory");
}

template <int N, class T>
static __device__ float4 *part_of(const struct sums<T> &c, int share, int band)
{
	return c.parts + (int64_t)(share * MOST_BANDS + band) * (BAND * N / 4) +
	       threadIdx.x % AISP_GROUP;
}

template <int N, class T>
static __device__ void give_sums(const float d[N / 2], const struct sums<T> &c,
				 int share, int band)
{
	float4 *to = part_of<N>(c, share, band);

#pragma unroll
	for (int i = 0; i < N / 2; i += 4)
		__stcg(to + i / 4 * AISP_GROUP,
		       make_float4(d[i], d[i + 1], d[i + 2], d[i + 3]));
	meet();
	if (threadIdx.x % AISP_GROUP == 0) {
		__threadfence();
		asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(
				     &is_given[c.first + share][band])
			     : "memory");
	}
}

/* Each thread waits for one share, so that all are awaited at once. */
static __device__ void await_sums(int first, int last, int band)
{
	for (int share = first + threadIdx.x % AISP_GROUP; share <= last;
	     share += AISP_GROUP) {
		unsigned is_set;

		do
			asm volatile("ld.acquire.gpu.u32 %0, [%1];"
				     : "=r"(is_set)
				     : "l"(&is_given[share][band])
				     : "memory");
		while (!is_set);
		is_given[share][band] = 0;
	}
	meet();
}

/* Adds the sums of shares first to last of a band, in their order. */
template <int N, class T>
static __device__ void take_sums(float d[N / 2], const struct sums<T> &c, int first,
				 int last, int band)
{
	const float4 *from = part_of<N>(c, first, band);

	if (first > last)
		return;
	await_sums(c.first + first, c.first + last, band);
#pragma unroll(N < 32 ? 4 : 1)
	for (int n = last - first; n >= 0; n--, from += MOST_BANDS * BAND * N / 4) {
		float4 y[N / 8];

#pragma unroll
		for (int i = 0; i < N / 8; i++)
			y[i] = __ldcg(from + i * AISP_GROUP);
#pragma unroll
		for (int i = 0; i < N / 8; i++) {
			d[4 * i] += y[i].x;
			d[4 * i + 1] += y[i].y;
			d[4 * i + 2] += y[i].z;
			d[4 * i + 3] += y[i].w;
		}
	}
}

/* A warp's 16 columns of C, 8 of each row at a time: d lies across. */
template <int N> static __device__ void turn_sums(uint8_t *out, const float d[N / 2])
{
	int lane = threadIdx.x % 32;

	__syncwarp();
#pragma unroll
	for (int i = 0; i < N / 2; i += 4) {
		__nv_bfloat162 x = __floats2bfloat162_rn(d[i], d[i + 1]);
		__nv_bfloat162 y = __floats2bfloat162_rn(d[i + 2], d[i + 3]);
		uint8_t *to = out + (2 * i + lane % 8) * 32 + lane / 8 % 2 * 16;

		asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], "
			     "{%1, %2};" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
			     "r"(*(uint32_t *)&x), "r"(*(uint32_t *)&y)
			     : "memory");
	}
	__syncwarp();
}

/* n is a multiple of 8. */
template <int N>
static __device__ void store_sums(const struct sums<__nv_bfloat16> &c,
				  const float d[N / 2], uint8_t *out, int col)
{
	int warp = threadIdx.x % AISP_GROUP / 32;

	out += warp * (out_bytes<N>() / 4);
	turn_sums<N>(out, d);
#pragma unroll
	for (int i = threadIdx.x % 32; i < 2 * N; i += 32) {
		int row = i / 2, at = col + warp * 16 + i % 2 * 8;

		if (row < c.m && at < c.n)
			*(uint4 *)(c.c + (int64_t)row * c.n + at) =
				*(const uint4 *)(out + i * 16);
	}
}

/* In fp32: eight lanes already hold 32 neighbouring bytes of a row. */
template <int N>
static __device__ void store_sums(const struct sums<float> &c, const float d[N / 2],
				  uint8_t *, int col)
{
	int lane = threadIdx.x % 32;

	col += threadIdx.x % AISP_GROUP / 32 * 16 + lane / 4;
#pragma unroll
	for (int i = 0; i < N / 2; i++) {
		int row = i / 4 * 8 + lane % 4 * 2 + i % 2, at = col + i % 4 / 2 * 8;

		if (row < c.m && at < c.n)
			c.c[(int64_t)row * c.n + at] = d[i];
	}
}

#endif
