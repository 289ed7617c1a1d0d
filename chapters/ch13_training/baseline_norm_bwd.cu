/* SPDX-License-Identifier: MIT
 *
 * A block per row, and sums of columns by atomic additions: all rows add to the same 2
 * cols words of the second-level cache, in an arbitrary order.
 *
 * CLASS: common
 * SUMMARY: a block per row, atomic additions for each column
 * LAUNCH: clear<<<ceil_div(cols, 256), 256>>>(dgain, dbias, cols)
 * LAUNCH: norm_row<<<rows, 256>>>(dx, dgain, dbias, x, dy, gain, mean, rstd, cols)
 */
#include "workload_norm_bwd.h"

#include "norm_gpu.h"

#define BLOCK 256

static __device__ struct norm_elem elem_of(const uint16_t *x, const uint16_t *dy,
					   const uint16_t *gain, int64_t j, float mean,
					   float rstd)
{
	return norm_elem_of(low(x[j]), low(dy[j]), low(gain[j]), mean, rstd);
}

__global__ void clear(float *dgain, float *dbias, int64_t cols)
{
	int64_t j = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (j < cols)
		dgain[j] = dbias[j] = 0;
}

__global__ void norm_row(uint16_t *restrict dx, float *dgain, float *dbias,
			 const uint16_t *restrict x, const uint16_t *restrict dy,
			 const uint16_t *restrict gain, const float *means,
			 const float *rstds, int64_t cols)
{
	__shared__ float2 room[32];
	float mean = means[blockIdx.x], rstd = rstds[blockIdx.x];
	float2 sum = make_float2(0, 0);

	x += (int64_t)blockIdx.x * cols;
	dy += (int64_t)blockIdx.x * cols;
	dx += (int64_t)blockIdx.x * cols;
	for (int64_t j = threadIdx.x; j < cols; j += BLOCK) {
		struct norm_elem e = elem_of(x, dy, gain, j, mean, rstd);

		sum.x += e.h;
		sum.y += e.h * e.x;
		atomicAdd(dgain + j, e.dy * e.x);
		atomicAdd(dbias + j, e.dy);
	}
	block_sum2_write(room, sum);
	__syncthreads();
	sum = block_sum2_read(room);
	for (int64_t j = threadIdx.x; j < cols; j += BLOCK) {
		struct norm_elem e = elem_of(x, dy, gain, j, mean, rstd);

		dx[j] = (uint16_t)pack(
			rstd * (e.h - (sum.x + e.x * sum.y) / (float)cols), 0);
	}
}
