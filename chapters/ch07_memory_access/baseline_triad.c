/* SPDX-License-Identifier: MIT
 *
 * The loop as STREAM has it.  Each line of a is fetched before it is
 * overwritten: four streams of traffic where the algorithm has three.
 */
#include "workload_triad.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *restrict b = aisp_in_f32(io, 0), *restrict c = aisp_in_f32(io, 1);
	float *restrict a = aisp_out_f32(io, 0);
	int64_t n = io->param[N];

	(void)state;
	for (int64_t i = 0; i < n; i++)
		a[i] = b[i] + SCALAR * c[i];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "ordinary stores",
	.run = run,
};
