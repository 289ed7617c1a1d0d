/* SPDX-License-Identifier: MIT
 *
 * The same, with the products divided among threads: cutting a single one would cost
 * more than computing it.
 * FLAGS: -fopenmp
 * AFTER: gemm_many
 */
#include <aisp/team.h>

#include "workload_gemm_many.h"

#include "tiny_gemm_many.h"

static void multiply_share(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[BATCH];

	multiply_many(aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		      io->param, n * part / n_parts, n * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, multiply_share);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "products divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
