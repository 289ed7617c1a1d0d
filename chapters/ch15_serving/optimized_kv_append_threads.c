/* SPDX-License-Identifier: MIT
 *
 * The same pass by all threads, each with an equal part of the tokens: no two tokens
 * have the same slot, so that threads never write to the same line.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_kv_append.h"

#include <aisp/team.h>

#include "kv_stream.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, stream_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, streaming stores, tokens divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
