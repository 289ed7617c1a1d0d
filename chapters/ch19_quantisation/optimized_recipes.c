/* SPDX-License-Identifier: MIT
 *
 * Current scaling: one scale for the tensor, by its own largest value, for which it is
 * read twice.
 * FLAGS: -O3
 */
#include "workload_recipes.h"

#include "recipes_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ROWS] * io->param[BLOCKS];

	(void)state;
	for (int64_t s = 0; s < io->param[STEPS]; s++)
		quantise_blocks(io, s * n, n, scale_for(max_of_blocks(io, s * n, n)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "current scaling: a scale per tensor, from its own maximum",
	.run = run,
};
