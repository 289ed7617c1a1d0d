/* SPDX-License-Identifier: MIT
 *
 * The same; each thread has a part of the blocks.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_formats.h"

#include <aisp/team.h>

#include "formats_blocks.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, convert_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, blocks divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
