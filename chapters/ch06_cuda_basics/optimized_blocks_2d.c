/* SPDX-License-Identifier: MIT
 *
 * Row by row: neighbours of the loop are neighbours in memory, 16 to 64 to a vector.
 */
#include "workload_blocks_2d.h"

#include "median_blocks_2d.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		median_row(io, i, 0, io->param[COLS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "row by row, in vectors of pixels",
	.run = run,
};
