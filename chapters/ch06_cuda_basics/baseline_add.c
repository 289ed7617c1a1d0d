/* SPDX-License-Identifier: MIT
 *
 * One thread on one core.
 * FLAGS: -O3
 */
#include "workload_add.h"

static void add(float *restrict c, const float *restrict a, const float *restrict b,
		int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	add(aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), io->param[N]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one thread",
	.run = run,
};
