/* SPDX-License-Identifier: MIT */
#include "workload_planted.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	((uint64_t *)io->out[0].data)[0] =
		chain(((const uint64_t *)io->in[0].data)[0], io->param[STEPS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "as many steps as needed",
	.run = run,
};
