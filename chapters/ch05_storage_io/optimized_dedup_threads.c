/* SPDX-License-Identifier: MIT
 *
 * The same, with the documents divided equally among threads.
 * FLAGS: -O3 -fopenmp
 */
#include <aisp/team.h>

#include "workload_dedup.h"

#include "minhash.h"

static void sign_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[DOCUMENTS];

	sign_documents(io, n * part / n_parts, n * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, sign_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 functions at a time, documents divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
