/* SPDX-License-Identifier: MIT
 *
 * Eight values at a time: a mask of eight bits selects the shuffle that moves the kept
 * ones to the front, and says how far the place of the next ones moves on.
 */
#include "workload_select.h"

#include "select_eight.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return shuffles_setup(state);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	*(uint64_t *)io->out[N_KEPT].data = (uint64_t)select_some(
		state, io->in[0].data, n, limit_of(io->param), io->out[KEPT].data, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight values at a time, by a table of shuffles",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "SSSE3",
};
