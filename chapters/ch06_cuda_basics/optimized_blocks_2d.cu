/* SPDX-License-Identifier: MIT
 *
 * Each thread computes four pixels of a column, in blocks of 32 x 8: it reads six rows
 * for four, and all their loads are under way together.
 */
#include "workload_blocks_2d.h"

#define BLOCK_ROWS 8
#define EACH_ROWS  4
#define EACH_COLS  1
#include "median_run.h"

static __global__ void filter(const __grid_constant__ struct image m)
{
	int64_t i = (int64_t)(blockIdx.y * BLOCK_ROWS + threadIdx.y) * EACH_ROWS;
	int64_t j = blockIdx.x * 32 + threadIdx.x;
	unsigned v[EACH_ROWS + 2][3];

	if (j >= m.cols)
		return;
#pragma unroll
	for (int r = 0; r < EACH_ROWS + 2; r++)
#pragma unroll
		for (int c = 0; c < 3; c++)
			v[r][c] = m.a[nearest(i + r - 1, m.rows) * m.cols +
				      nearest(j + c - 1, m.cols)];
#pragma unroll
	for (int r = 0; r < EACH_ROWS; r++) {
		struct column s[3];

#pragma unroll
		for (int c = 0; c < 3; c++)
			s[c] = sorted<of_one>(v[r][c], v[r + 1][c], v[r + 2][c]);
		if (i + r < m.rows)
			m.y[(i + r) * m.cols + j] =
				(uint8_t)median<of_one>(s[0], s[1], s[2]);
	}
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four rows per thread, blocks of 32 x 8",
	.run = run,
};
