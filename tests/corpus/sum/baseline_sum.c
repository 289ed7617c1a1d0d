/* SPDX-License-Identifier: MIT
 *
 * One after the other.
 */
#include "workload_sum.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float sum = 0;

	(void)state;
	for (int64_t i = 0; i < n; i++)
		sum += a[i];
	*aisp_out_f32(io, 0) = sum;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "plain",
	.run = run,
};
