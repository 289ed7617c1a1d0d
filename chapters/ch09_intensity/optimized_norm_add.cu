/* SPDX-License-Identifier: MIT
 *
 * The row of both inputs is read once, 16 bytes at a time; the sum stays in registers
 * for the norm.
 *
 * SUMMARY: a row in the registers of a block, 16 bytes per access
 * LAUNCH: norm_add<<<rows, 32 * ceil_div(cols, 1024)>>>(r, y, x, residual, gain, cols)
 */
#include "workload_norm_add.h"

#include "norm_add_row.h"

__global__ void __launch_bounds__(MOST_THREADS)
	norm_add(uint16_t *restrict r, uint16_t *restrict y, const uint16_t *restrict x,
		 const uint16_t *restrict residual, const uint16_t *restrict gain,
		 int cols)
{
	int64_t at = (int64_t)blockIdx.x * cols;

	if (cols % 8)
		norm_add_row<1>(r + at, y + at, x + at, residual + at, gain, cols);
	else
		norm_add_row<8>(r + at, y + at, x + at, residual + at, gain, cols);
}
