/* SPDX-License-Identifier: MIT
 *
 * The row of both inputs is read once, 16 bytes at a time; the sum stays in registers
 * for the norm, and the norm for its quotients.
 *
 * SUMMARY: a row in the registers of a block, 16 bytes per access
 * LAUNCH: norm_add_quant<<<rows, 32 * ceil_div(cols, 1024)>>>(r, scale, q, x, residual,
 *             gain, cols)
 */
#include "workload_norm_add_quant.h"

#include "norm_add_quant_row.h"

__global__ void __launch_bounds__(MOST_THREADS)
	norm_add_quant(uint16_t *restrict r, float *restrict scale, uint8_t *restrict q,
		       const uint16_t *restrict x, const uint16_t *restrict residual,
		       const uint16_t *restrict gain, int cols)
{
	int64_t at = (int64_t)blockIdx.x * cols;

	scale += blockIdx.x;
	if (cols % 8)
		norm_add_quant_row<1>(r + at, scale, q + at, x + at, residual + at,
				      gain, cols);
	else
		norm_add_quant_row<8>(r + at, scale, q + at, x + at, residual + at,
				      gain, cols);
}
