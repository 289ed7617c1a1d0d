/* SPDX-License-Identifier: MIT
 *
 * Sums of halves.
 */
#include "workload_sum.h"

static float sum_of(const float *a, int64_t n)
{
	float sum = 0;

	if (n > 128)
		return sum_of(a, n / 2) + sum_of(a + n / 2, n - n / 2);
	for (int64_t i = 0; i < n; i++)
		sum += a[i];
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(void)state;
	*aisp_out_f32(io, 0) = sum_of(a, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "pairwise",
	.run = run,
};
