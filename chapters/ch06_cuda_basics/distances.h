/* SPDX-License-Identifier: MIT
 *
 * distances.h - a block of 256 threads computes 128 x 128 distances, a thread 8 x
 * 8 of them in registers, from slices of both sets in shared memory.  The
 * variants, which include their workload first, wrap it in kernels of their own.
 */
#ifndef DISTANCES_H
#define DISTANCES_H

#include <aisp/cuda.h>

#define TILE  128
#define SIDE  8  /* of a thread's square */
#define SLICE 16 /* dimensions in shared memory at a time */
#define BLOCK ((TILE / SIDE) * (TILE / SIDE))
#define ROW   (TILE + 4) /* skewed over the banks, aligned for vectors */

typedef float slice[SLICE][ROW];

/* Points [first, first + TILE) of x, transposed; zeros beyond its n x k. */
static __device__ void fill(slice s, const float *restrict x, int n, int k, int first,
			    int k0)
{
#pragma unroll
	for (int l = 0; l < TILE * SLICE / BLOCK; l++) {
		int e = l * BLOCK + threadIdx.x;
		int i = first + e / SLICE, j = k0 + e % SLICE;

		s[e % SLICE][e / SLICE] = i < n && j < k ? x[(int64_t)i * k + j] : 0;
	}
}

static __device__ void add_slice(float sum[SIDE][SIDE], const slice a, const slice b,
				 int row, int col)
{
#pragma unroll 2
	for (int t = 0; t < SLICE; t++)
#pragma unroll
		for (int i = 0; i < SIDE; i++)
#pragma unroll
			for (int j = 0; j < SIDE; j++) {
				float x = a[t][row + i] - b[t][col + j];

				sum[i][j] += x * x;
			}
}

static __device__ void distances(float *restrict d, const float *restrict a,
				 const float *restrict b, int m, int n, int k)
{
	__shared__ __align__(16) slice a_slice, b_slice;
	float sum[SIDE][SIDE] = { 0 };
	int row = threadIdx.x / (TILE / SIDE) * SIDE;
	int col = threadIdx.x % (TILE / SIDE) * SIDE;
	int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;

	for (int k0 = 0; k0 < k; k0 += SLICE) {
		fill(a_slice, a, m, k, i0, k0);
		fill(b_slice, b, n, k, j0, k0);
		__syncthreads();
		add_slice(sum, a_slice, b_slice, row, col);
		__syncthreads();
	}
	for (int i = 0; i < SIDE; i++)
		for (int j = 0; j < SIDE; j++)
			if (i0 + row + i < m && j0 + col + j < n)
				d[(int64_t)(i0 + row + i) * n + j0 + col + j] =
					sum[i][j];
}

static inline dim3 distances_grid(const struct aisp_io *io)
{
	return dim3(aisp_ceil_div(io->param[N], TILE),
		    aisp_ceil_div(io->param[M], TILE));
}

#endif
