/* SPDX-License-Identifier: MIT
 *
 * gemv_wide.h - the same product with weights in bf16: a warp for each row, 16 bytes
 * per access, four of them under way in each lane.
 */
#ifndef GEMV_WIDE_H
#define GEMV_WIDE_H

#include "gemv_rows.h"

static __device__ float dot(uint4 a, uint4 b)
{
	return low(a.x) * low(b.x) + high(a.x) * high(b.x) + low(a.y) * low(b.y) +
	       high(a.y) * high(b.y) + low(a.z) * low(b.z) + high(a.z) * high(b.z) +
	       low(a.w) * low(b.w) + high(a.w) * high(b.w);
}

static __global__ void gemv(float *restrict y, const uint4 *restrict w,
			    const uint4 *restrict x, int64_t rows, int n)
{
	int64_t row = row_of();
	float sum = 0;

	if (row >= rows)
		return;
	w += row * n;
#pragma unroll 4
	for (int j = threadIdx.x % 32; j < n; j += 32)
		sum += dot(__ldcs(w + j), x[j]);
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

static int run_wide(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(rows, WARPS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint4 *)io->in[IN_W].data,
		(const uint4 *)io->in[IN_X].data, rows, (int)io->param[COLS] / 8);
	return aisp_launched();
}

#endif
