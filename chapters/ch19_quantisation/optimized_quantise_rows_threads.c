/* SPDX-License-Identifier: MIT
 *
 * Each thread has strips of rows.
 * FLAGS: -O3 -fopenmp
 */
#include <aisp/team.h>

#include "workload_quantise_rows.h"

#include "quantise_strip.h"

static void quantise_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = (io->param[ROWS] + STRIP - 1) / STRIP;

	for (int64_t k = n * part / n_parts; k < n * (part + 1) / n_parts; k++)
		quantise_strip(io, k * STRIP);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, quantise_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both layouts from one read, by all threads",
	.setup = aisp_team_start,
	.run = run,
};
