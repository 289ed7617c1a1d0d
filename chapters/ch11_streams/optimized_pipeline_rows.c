/* SPDX-License-Identifier: MIT
 *
 * No thread has a stage of its own: each takes chunks through all three stages, and
 * they stay in its cache.  The work is cut evenly; a thread that only copies would have
 * little to do.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_pipeline.h"

#include "layer_pipeline.h"

#define CHUNK 32 /* rows */

static void take_through(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], end = rows * (part + 1) / n_parts;

	for (int64_t i = rows * part / n_parts; i < end; i += CHUNK) {
		int64_t n = end - i < CHUNK ? end - i : CHUNK;

		copy_in(io, i, n);
		layer(io, i, n);
		copy_out(io, i, n);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, take_through);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "chunks of rows through all stages, divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
