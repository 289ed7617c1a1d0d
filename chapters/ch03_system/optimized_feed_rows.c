/* SPDX-License-Identifier: MIT
 *
 * Each thread prepares a few rows and uses them while they are in its first cache: no
 * batch passes from core to core, and no thread waits for a slower stage.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_feed.h"

#include "batch_feed.h"

#define FEW 16

static void feed_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[BATCHES] * io->param[BATCH];
	int64_t end = rows * (part + 1) / n_parts;
	float x[FEW * INPUTS];

	for (int64_t i = rows * part / n_parts; i < end; i += FEW) {
		int64_t n = end - i < FEW ? end - i : FEW;

		prepare_rows(io, x, i, n);
		use_rows(io, x, i, n);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, feed_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each thread prepares and uses a few rows at a time",
	.setup = aisp_team_start,
	.run = run,
};
