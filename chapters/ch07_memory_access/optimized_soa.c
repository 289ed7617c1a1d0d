/* SPDX-License-Identifier: MIT
 *
 * Structure of arrays: each field has its own array, and only two are read.
 */
#include "workload_soa.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	const float *restrict x = aisp_in_f32(io, COLUMNS) + X * n;
	const float *restrict v = aisp_in_f32(io, COLUMNS) + V * n;
	float *restrict out = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < n; i++)
		out[i] = x[i] + DT * v[i];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "structure of arrays",
	.run = run,
};
