/* SPDX-License-Identifier: MIT
 *
 * One thread finds the order, which costs little; all threads copy the rows.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_permute.h"

#include <aisp/team.h>

#include "permute_stream.h"

static int run(const struct aisp_io *io, void *state)
{
	struct permute m = permute_of(io);

	(void)state;
	order_rows(&m);
	aisp_team_run(io, copy_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "non-temporal stores, tokens divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
