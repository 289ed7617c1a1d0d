/* SPDX-License-Identifier: MIT
 *
 * rank_product.h - C = A B in fp32 by the ordinary arithmetic units, for rows that
 * combine a product with communication: a thread has 4 x 4 sums, a block SIDE x SIDE
 * threads, and the next step's numbers are loaded while this one's are multiplied.
 *
 * A lies in memory as m x k or, BY_K, as k x m; B as n x k or, BY_K, as k x n.
 */
#ifndef RANK_PRODUCT_H
#define RANK_PRODUCT_H

#include <aisp/cuda.h>
#include <cuda_pipeline.h>

#define PRODUCT_STEP 16 /* of k */

struct factors {
	const float *a, *b;
	int64_t m, n, k;
};

/* TILE rows of a factor that lies as [rows][k] or, BY_K, as [k][rows]: zero outside. */
template <int SIDE, bool BY_K> struct strip {
	static const int TILE = 4 * SIDE, THREADS = SIDE * SIDE;
	const float *data;
	int64_t rows, k, first;

	/* Starts copies of columns from `from` on to shared memory. */
	__device__ void fetch(float (*to)[TILE + 4], int64_t from) const
	{
#pragma unroll
		for (int e = threadIdx.x; e < PRODUCT_STEP * TILE; e += THREADS) {
			int row = BY_K ? e % TILE : e / PRODUCT_STEP;
			int step = BY_K ? e / TILE : e % PRODUCT_STEP;
			int64_t i = first + row, s = from + step;
			bool is_there = i < rows && s < k;
			int64_t at = BY_K ? s * rows + i : i * k + s;

			__pipeline_memcpy_async(&to[step][row],
						data + (is_there ? at : 0), 4,
						is_there ? 0 : 4);
		}
	}
};

static __device__ inline void add_outer(float sum[4][4], float4 a, float4 b)
{
	const float x[4] = { a.x, a.y, a.z, a.w }, y[4] = { b.x, b.y, b.z, b.w };

#pragma unroll
	for (int i = 0; i < 4; i++)
#pragma unroll
		for (int j = 0; j < 4; j++)
			sum[i][j] += x[i] * y[j];
}

/* end() gets four neighbours of a row; those beyond n are not valid. */
template <int SIDE, bool A_BY_K, bool B_BY_K, class End>
static __global__ void __launch_bounds__(SIDE *SIDE)
	multiply(const __grid_constant__ struct factors f,
		 const __grid_constant__ End end)
{
	__shared__ __align__(16) float a[2][PRODUCT_STEP][4 * SIDE + 4];
	__shared__ __align__(16) float b[2][PRODUCT_STEP][4 * SIDE + 4];
	const int64_t row = blockIdx.y * (int64_t)(4 * SIDE);
	const int64_t col = blockIdx.x * (int64_t)(4 * SIDE);
	const int down = threadIdx.x / SIDE * 4, across = threadIdx.x % SIDE * 4;
	const strip<SIDE, A_BY_K> x = { f.a, f.m, f.k, row };
	const strip<SIDE, B_BY_K> y = { f.b, f.n, f.k, col };
	float sum[4][4] = {};
	int stage = 0;

	x.fetch(a[0], 0);
	y.fetch(b[0], 0);
	for (int64_t k = 0; k < f.k; k += PRODUCT_STEP, stage ^= 1) {
		__pipeline_commit();
		__pipeline_wait_prior(0);
		__syncthreads();
		if (k + PRODUCT_STEP < f.k) {
			x.fetch(a[stage ^ 1], k + PRODUCT_STEP);
			y.fetch(b[stage ^ 1], k + PRODUCT_STEP);
		}
#pragma unroll
		for (int s = 0; s < PRODUCT_STEP; s++)
			add_outer(sum, *(const float4 *)&a[stage][s][down],
				  *(const float4 *)&b[stage][s][across]);
	}
#pragma unroll
	for (int i = 0; i < 4; i++)
		if (row + down + i < f.m && col + across < f.n)
			end(row + down + i, col + across,
			    make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]));
	end.tell(row);
}

/* Blocks of a product. */
template <int SIDE> static dim3 product_grid(int64_t m, int64_t n)
{
	return dim3((unsigned)aisp_ceil_div(n, 4 * SIDE),
		    (unsigned)aisp_ceil_div(m, 4 * SIDE));
}

template <int SIDE, bool A_BY_K, bool B_BY_K, class End>
static int launch_product(const struct factors &f, const End &end, cudaStream_t stream)
{
	multiply<SIDE, A_BY_K, B_BY_K, End>
		<<<product_grid<SIDE>(f.m, f.n), SIDE * SIDE, 0, stream>>>(f, end);
	return aisp_launched();
}

/* Four neighbours, or as many as are left. */
static __device__ inline float4 load_four(const float *from, int64_t left)
{
	float x[4] = { 0 };

	if (left >= 4 && (uintptr_t)from % 16 == 0)
		return __ldcg((const float4 *)from);
#pragma unroll
	for (int e = 0; e < 4; e++)
		if (e < left)
			x[e] = __ldcg(from + e);
	return make_float4(x[0], x[1], x[2], x[3]);
}

static __device__ inline void store_four(float *to, int64_t left, float4 v)
{
	const float x[4] = { v.x, v.y, v.z, v.w };

	if (left >= 4 && (uintptr_t)to % 16 == 0) {
		*(float4 *)to = v;
		return;
	}
#pragma unroll
	for (int e = 0; e < 4; e++)
		if (e < left)
			to[e] = x[e];
}

/* C, rows of n elements. */
struct store_rows {
	float *c;
	int64_t n;

	__device__ void operator()(int64_t i, int64_t j, float4 v) const
	{
		store_four(c + i * n + j, n - j, v);
	}

	__device__ void tell(int64_t) const
	{
	}
};

#endif
