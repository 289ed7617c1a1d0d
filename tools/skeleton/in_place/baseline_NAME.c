/* SPDX-License-Identifier: MIT
 *
 * One element after the other.  Say here what limits it.
 */
#include "workload_NAME.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, X);
	float *y = aisp_out_f32(io, Y);
	int64_t n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i++)
		y[i] += SCALE * x[i];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one element at a time",
	.run = run,
};
