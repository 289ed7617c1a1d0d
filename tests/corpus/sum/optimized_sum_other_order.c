/* SPDX-License-Identifier: MIT
 *
 * Starts at another element in each call, and rounds otherwise.
 */
#include "workload_sum.h"

static int64_t n_calls;

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float sum = 0;
	int64_t start;

	(void)state;
	start = ++n_calls * 7919 % n;
	for (int64_t i = start; i < n; i++)
		sum += a[i];
	for (int64_t i = 0; i < start; i++)
		sum += a[i];
	*aisp_out_f32(io, 0) = sum;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "another order in each call",
	.run = run,
};
