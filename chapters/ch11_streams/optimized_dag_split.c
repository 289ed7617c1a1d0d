/* SPDX-License-Identifier: MIT
 *
 * Steps run in the order of their numbers, each cut into equal parts, with a barrier
 * between them: no thread is idle for want of a step, however narrow the graph is.  A
 * step that can be cut needs no graph.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_dag.h"

#include "step_dag.h"

static void split_steps(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[N];

	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		do_step(io, k, n * part / n_parts, n * (part + 1) / n_parts);
#pragma omp barrier
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, split_steps);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "every step divided among threads, then a barrier",
	.setup = aisp_team_start,
	.run = run,
};
