/* SPDX-License-Identifier: MIT
 *
 * The same.  Within a block each sequence begins where the one before it ends; blocks
 * do not depend on each other, and each thread takes some of them.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_decompress.h"

#include "wide_decompress.h"

static void decompress_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[BLOCKS];

	decompress_blocks(io, n * part / n_parts, n * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, decompress_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "blocks divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
