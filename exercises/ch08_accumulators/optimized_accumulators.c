/* SPDX-License-Identifier: MIT
 *
 * Exercise: four sums in place of one, so that four additions are under way.  The
 * length need not be a multiple of four.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

static float dot(const float *x, const float *y, int64_t n)
{
	float s[4] = { 0 };

	/* yours: only a quarter of the products is added here */
	for (int64_t j = 0; j + 4 <= n; j += 4)
		s[0] += x[j] * y[j];
	return (s[0] + s[1]) + (s[2] + s[3]);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *q = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];
	float *out = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		for (int64_t k = 0; k < io->param[QUERIES]; k++)
			*out++ = dot(x + i * cols, q + k * cols, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four independent chains",
	.run = run,
};
