/* SPDX-License-Identifier: MIT
 *
 * Thirty-two partial sums in eight vectors of four, so that no addition waits
 * for another.
 */
#include "lanes.h"
#include "workload_reduce.h"

#define CHAINS 8
#define STEP   (4 * CHAINS)

static float row_sum(const float *a, int64_t n)
{
	float4 x[CHAINS] = { { 0 } };
	float sum = 0;
	int64_t j = 0;

	for (; j + STEP <= n; j += STEP)
		for (int k = 0; k < CHAINS; k++)
			x[k] += *(const float4_loose *)(a + j + 4 * k);
	for (; j < n; j++)
		sum += a[j];
	for (int k = 1; k < CHAINS; k++)
		x[0] += x[k];
	return sum + (x[0][0] + x[0][1]) + (x[0][2] + x[0][3]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		aisp_out_f32(io, 0)[i] = row_sum(aisp_in_f32(io, 0) + i * cols, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 partial sums in vectors",
	.run = run,
};
