/* SPDX-License-Identifier: MIT
 *
 * The same; each thread has a part of the heads, and computes for itself what heads
 * share.
 * FLAGS: -O3 -fopenmp
 * AFTER: ssm_scan
 */
#include "workload_ssm_scan.h"

#include "ssm_chunk_cpu.h"
#include <aisp/team.h>

static void work(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t heads = io->param[HEADS];

	take_heads(io, part * heads / n_parts, (part + 1) * heads / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, work);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, heads divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
