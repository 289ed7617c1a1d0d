/* SPDX-License-Identifier: MIT
 *
 * Each thread computes four by four pixels: the four of a row are one load and one
 * store, and two of them share a register, so that one instruction compares both
 * halves.
 */
#include "workload_blocks_2d.h"

#define BLOCK_ROWS 8
#define EACH_ROWS  4
#define EACH_COLS  4
#include "median_run.h"

/* Columns j - 1 to j + 4 of a row, in pairs. */
struct pixels {
	unsigned pair[3];
};

/* Four pixels from column j on: of a word, if all rows begin at one. */
static __device__ unsigned four_at(const uint8_t *row, int64_t j, int64_t cols)
{
	unsigned x = 0;

	if (cols % EACH_COLS == 0)
		return *(const unsigned *)(row + j);
	for (int k = 0; k < EACH_COLS; k++)
		x |= (unsigned)row[nearest(j + k, cols)] << 8 * k;
	return x;
}

static __device__ struct pixels load_row(const struct image &m, int64_t i, int64_t j)
{
	const uint8_t *row = m.a + nearest(i, m.rows) * m.cols;
	unsigned left = row[nearest(j - 1, m.cols)], four = four_at(row, j, m.cols);
	unsigned right = row[nearest(j + EACH_COLS, m.cols)];

	return { { __byte_perm(four, left, 0x5054), __byte_perm(four, 0, 0x4241),
		   __byte_perm(four, right, 0x5453) } };
}

/* The upper half of a, the lower of b. */
static __device__ struct column between(const struct column &a, const struct column &b)
{
	return { __byte_perm(a.least, b.least, 0x5432),
		 __byte_perm(a.mid, b.mid, 0x5432),
		 __byte_perm(a.most, b.most, 0x5432) };
}

static __device__ unsigned four_medians(const struct pixels row[3])
{
	struct column s[3], first, second;

#pragma unroll
	for (int k = 0; k < 3; k++)
		s[k] = sorted<of_two>(row[0].pair[k], row[1].pair[k], row[2].pair[k]);
	first = between(s[0], s[1]);
	second = between(s[1], s[2]);
	return __byte_perm(median<of_two>(s[0], first, s[1]),
			   median<of_two>(s[1], second, s[2]), 0x6420);
}

static __device__ void put_four(const struct image &m, int64_t i, int64_t j, unsigned x)
{
	uint8_t *y = m.y + i * m.cols + j;

	if (m.cols % EACH_COLS == 0) {
		*(unsigned *)y = x;
		return;
	}
	for (int k = 0; k < EACH_COLS && j + k < m.cols; k++)
		y[k] = (uint8_t)(x >> 8 * k);
}

static __global__ void filter(const __grid_constant__ struct image m)
{
	int64_t i = (int64_t)(blockIdx.y * BLOCK_ROWS + threadIdx.y) * EACH_ROWS;
	int64_t j = (int64_t)(blockIdx.x * 32 + threadIdx.x) * EACH_COLS;
	struct pixels row[EACH_ROWS + 2];

	if (j >= m.cols)
		return;
#pragma unroll
	for (int r = 0; r < EACH_ROWS + 2; r++)
		row[r] = load_row(m, i + r - 1, j);
#pragma unroll
	for (int r = 0; r < EACH_ROWS; r++)
		if (i + r < m.rows)
			put_four(m, i + r, j, four_medians(row + r));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "4 x 4 pixels per thread, two in a register",
	.run = run,
};
