/* SPDX-License-Identifier: MIT
 *
 * Block scaling: each 128 elements of a row have a scale, by the largest of them.
 * FLAGS: -O3
 */
#include "workload_recipes.h"

#include "recipes_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t b = 0; b < aisp_elems(&io->out[SCALE]); b++)
		quantise_blocks(io, b, 1, scale_for(max_of_blocks(io, b, 1)));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a scale for each 128 of a row",
	.run = run,
};
