/* SPDX-License-Identifier: MIT
 *
 * 3 % more steps than needed; their result is thrown away.
 */
#include "workload_planted.h"

static int run(const struct aisp_io *io, void *state)
{
	uint64_t x = ((const uint64_t *)io->in[0].data)[0];
	uint64_t waste = chain(x, io->param[STEPS] * 3 / 100);

	(void)state;
	__asm__ volatile("" : : "r"(waste));
	((uint64_t *)io->out[0].data)[0] = chain(x, io->param[STEPS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "3 % too many steps",
	.run = run,
};
