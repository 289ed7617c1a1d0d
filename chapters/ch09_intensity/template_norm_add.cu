/* SPDX-License-Identifier: MIT
 *
 * A row in the registers of a block, AISP_TUNE_ELEMS elements per thread, and so few
 * registers that AISP_TUNE_BLOCKS blocks of the longest row fit a multiprocessor.  A
 * configuration that would spill is no candidate.  Made by `aisp tune` from
 * template_norm_add.cu.
 *
 * SUMMARY: a row in registers, divided as a search chose
 * FLAGS: -Xptxas=-warn-spills,-Werror
 * LAUNCH: norm_add<<<rows, 32 * ceil_div(cols, 32 * AISP_TUNE_ELEMS)>>>(r, y,
 *             x, residual, gain, cols)
 */
#include "workload_norm_add.h"

#define PER_THREAD AISP_TUNE_ELEMS

#include "norm_add_row.h"

/* For a row that is not aligned to 16 bytes: the sum comes back from a cache. */
static __device__ void norm_add_scalars(uint16_t *r, uint16_t *y, const uint16_t *x,
					const uint16_t *residual, const uint16_t *gain,
					int cols)
{
	float s = 0;

	for (int j = threadIdx.x; j < cols; j += blockDim.x) {
		r[j] = (uint16_t)pack(low(x[j]) + low(residual[j]), 0);
		s += low(r[j]) * low(r[j]);
	}
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
	for (int j = threadIdx.x; j < cols; j += blockDim.x)
		y[j] = (uint16_t)pack(low(r[j]) * s * low(gain[j]), 0);
}

__global__ void __launch_bounds__(MOST_THREADS, AISP_TUNE_BLOCKS)
	norm_add(uint16_t *restrict r, uint16_t *restrict y, const uint16_t *restrict x,
		 const uint16_t *restrict residual, const uint16_t *restrict gain,
		 int cols)
{
	int64_t at = (int64_t)blockIdx.x * cols;

	if (cols % 8)
		norm_add_scalars(r + at, y + at, x + at, residual + at, gain, cols);
	else
		norm_add_row<8>(r + at, y + at, x + at, residual + at, gain, cols);
}
