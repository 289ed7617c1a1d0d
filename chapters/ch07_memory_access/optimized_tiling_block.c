/* SPDX-License-Identifier: MIT
 *
 * Blocks of 4 x 16 outputs in registers, as a GPU's block has a tile in shared memory:
 * what is loaded once serves four rows.
 */
#include "workload_tiling.h"

#include "filter_block.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	filter_rows(io, 0, io->param[ROWS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "4x16 outputs in registers",
	.run = run,
};
