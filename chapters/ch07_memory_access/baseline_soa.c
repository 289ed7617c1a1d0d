/* SPDX-License-Identifier: MIT
 *
 * Array of structures: a record is a cache line, fetched whole for two of its
 * sixteen fields.
 */
#include "workload_soa.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *restrict particle = aisp_in_f32(io, RECORDS);
	float *restrict out = aisp_out_f32(io, 0);
	int64_t n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i++)
		out[i] = particle[i * FIELDS + X] + DT * particle[i * FIELDS + V];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "array of structures",
	.run = run,
};
