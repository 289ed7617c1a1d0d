/* SPDX-License-Identifier: MIT
 *
 * two_tasks_gpu.h - both tasks for warps that share them out: a row to a warp, a tile
 * of points to WARPS of them.  How many of each kind run, and where, is up to the
 * variants.
 */
#ifndef TWO_TASKS_GPU_H
#define TWO_TASKS_GPU_H

#include <aisp/warp.h>

#define WARPS     8 /* of a block of one kind */
#define THREADS_1 (32 * WARPS)
#define AHEAD     8 /* vectors of a row under way in each thread */
#define EACH      8 /* points of a thread, whose polynomials do not wait for each other */
#define TILE      (EACH * THREADS_1)
#define PART      2048 /* coefficients in shared memory at a time */

struct tasks {
	float *sum, *y;
	const float *x, *z, *c;
	int64_t rows, cols, points, degree;
};

static inline struct tasks tasks_of(const struct aisp_io *io)
{
	return { aisp_out_f32(io, SUMS),
		 aisp_out_f32(io, Y),
		 aisp_in_f32(io, X),
		 aisp_in_f32(io, Z),
		 aisp_in_f32(io, COEFFICIENTS),
		 io->param[ROWS],
		 io->param[COLS],
		 io->param[POINTS],
		 io->param[DEGREE] };
}

static __device__ float sum4(float4 v)
{
	return (v.x + v.y) + (v.z + v.w);
}

/* A lane's part of n floats; as vectors where all rows begin at one. */
static __device__ float lane_sum(const float *restrict x, int64_t n)
{
	const float4 *vector = (const float4 *)x;
	int64_t n_vectors = n % 4 ? 0 : n / 4, j = threadIdx.x % 32;
	float s = 0;

	for (; j + (AHEAD - 1) * 32 < n_vectors; j += AHEAD * 32) {
		float4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = __ldcs(vector + j + k * 32);
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			s += sum4(v[k]);
	}
#pragma unroll 1
	for (; j < n_vectors; j += 32)
		s += sum4(vector[j]);
#pragma unroll 1
	for (j = 4 * n_vectors + threadIdx.x % 32; j < n; j += 32)
		s += x[j];
	return s;
}

/* Rows first, first + step, ...: all of a warp's. */
static __device__ void sum_rows(const struct tasks &a, int64_t first, int64_t step)
{
	for (int64_t i = first; i < a.rows; i += step) {
		float s = aisp_warp_sum(lane_sum(a.x + i * a.cols, a.cols));

		if (threadIdx.x % 32 == 0)
			a.sum[i] = s;
	}
}

/* v = v t + c, a step of Horner's rule for each point. */
static __device__ void add_term(float (&v)[EACH], const float (&t)[EACH], float c)
{
#pragma unroll
	for (int k = 0; k < EACH; k++)
		v[k] = fmaf(v[k], t[k], c);
}

/* n numbers of c, the last first; those that fill no vector come before the others. */
static __device__ void add_terms(float (&v)[EACH], const float (&t)[EACH],
				 const float *c, int n)
{
	const float4 *vector = (const float4 *)c;

	for (; n % 4; n--)
		add_term(v, t, c[n - 1]);
#pragma unroll 2
	for (n = n / 4 - 1; n >= 0; n--) {
		float4 four = vector[n];

		add_term(v, t, four.w);
		add_term(v, t, four.z);
		add_term(v, t, four.y);
		add_term(v, t, four.x);
	}
}

/* The threads that share a tile wait for each other: all of a block, or its half. */
static __device__ void meet(void)
{
	asm volatile("bar.sync 1, %0;" ::"n"(THREADS_1) : "memory");
}

/* Coefficients come from shared memory: the first-level cache has the rows to pass. */
static __device__ void evaluate(float (&v)[EACH], const float (&t)[EACH],
				const struct tasks &a, int lane)
{
	__shared__ float4 part[PART / 4];
	float *c = (float *)part;

	for (int64_t end = a.degree + 1, begin; end > 0; end = begin) {
		begin = (end - 1) / PART * PART;
		meet();
		for (int k = lane; k < end - begin; k += THREADS_1)
			c[k] = a.c[begin + k];
		meet();
		add_terms(v, t, c, (int)(end - begin));
	}
}

/* Tiles first, first + step, ...; lane is the thread's of THREADS_1. */
static __device__ void put_values(const struct tasks &a, int64_t first, int64_t step,
				  int lane)
{
	for (int64_t i = first * TILE + lane; i - lane < a.points; i += step * TILE) {
		float t[EACH], v[EACH] = { 0 };

#pragma unroll
		for (int k = 0; k < EACH; k++) {
			int64_t at = i + k * THREADS_1;

			t[k] = fminf(fmaxf(at < a.points ? a.z[at] : 0, -1), 1);
		}
		evaluate(v, t, a, lane);
#pragma unroll
		for (int k = 0; k < EACH; k++)
			if (i + k * THREADS_1 < a.points)
				a.y[i + k * THREADS_1] = v[k];
	}
}

static __global__ void __launch_bounds__(THREADS_1)
	all_rows(const __grid_constant__ struct tasks a)
{
	sum_rows(a, blockIdx.x * WARPS + threadIdx.x / 32, gridDim.x * WARPS);
}

static __global__ void __launch_bounds__(THREADS_1)
	all_points(const __grid_constant__ struct tasks a)
{
	put_values(a, blockIdx.x, gridDim.x, (int)threadIdx.x);
}

/* A warp for each row if n_blocks is enough, a block for each tile. */
static inline int launch_rows(const struct tasks &a, int64_t n_blocks,
			      cudaStream_t stream)
{
	int64_t most = aisp_ceil_div(a.rows, WARPS);

	all_rows<<<(unsigned)min(n_blocks, most), THREADS_1, 0, stream>>>(a);
	return aisp_launched();
}

static inline int launch_points(const struct tasks &a, cudaStream_t stream)
{
	all_points<<<(unsigned)aisp_ceil_div(a.points, TILE), THREADS_1, 0, stream>>>(
		a);
	return aisp_launched();
}

#endif
