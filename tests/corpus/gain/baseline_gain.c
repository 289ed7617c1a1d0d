/* SPDX-License-Identifier: MIT
 *
 * Adds 3 % of the elements twice, the second time for nothing.
 */
#include "workload_gain.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float unused = chain(a, n * 3 / 100);

	(void)state;
	__asm__ volatile("" : : "r"(unused));
	*aisp_out_f32(io, 0) = chain(a, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "3 % too much",
	.run = run,
};
