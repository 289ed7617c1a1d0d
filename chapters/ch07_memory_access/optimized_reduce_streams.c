/* SPDX-License-Identifier: MIT
 *
 * Two rows at a time, half a matrix apart.  A prefetcher follows one sequence
 * of addresses to the end of its page and starts again on the next; a second
 * sequence keeps memory busy meanwhile.
 */
#include "lanes.h"
#include "workload_reduce.h"

#define CHAINS 4 /* for each row; together as many as with one row */
#define STEP   (4 * CHAINS)

static inline float total(const float4 *x, const float *rest, int64_t n)
{
	float4 y = (x[0] + x[1]) + (x[2] + x[3]);
	float sum = (y[0] + y[1]) + (y[2] + y[3]);

	for (int64_t j = 0; j < n; j++)
		sum += rest[j];
	return sum;
}

static void sum_two(const float *a, const float *b, int64_t n, float *a_sum,
		    float *b_sum)
{
	float4 x[CHAINS] = { { 0 } }, y[CHAINS] = { { 0 } };
	int64_t j = 0;

	for (; j + STEP <= n; j += STEP)
		for (int k = 0; k < CHAINS; k++) {
			x[k] += *(const float4_loose *)(a + j + 4 * k);
			y[k] += *(const float4_loose *)(b + j + 4 * k);
		}
	*a_sum = total(x, a + j, n - j);
	*b_sum = total(y, b + j, n - j);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *sum = aisp_out_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS], half = (rows + 1) / 2;

	(void)state;
	for (int64_t i = 0; i < half; i++) {
		/* With an odd number of rows the last one is summed twice. */
		int64_t other = i + half < rows ? i + half : rows - 1;

		sum_two(a + i * cols, a + other * cols, cols, sum + i, sum + other);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 partial sums, two rows at a time",
	.run = run,
};
