/* SPDX-License-Identifier: MIT
 *
 * As on a GPU: all nodes are looked at for each level, by all threads, which wait for
 * each other and learn whether anybody was found.
 * FLAGS: -fopenmp
 */
#include "workload_levels.h"

#include <aisp/team.h>

/* The depth of a node; -1: not known yet.  Other threads may write it meanwhile. */
static int32_t depth_of(const int32_t *depth, int32_t node)
{
	return __atomic_load_n(depth + node, __ATOMIC_RELAXED);
}

/* Sets the depth of a level's nodes; returns whether there are any. */
static int visit(const struct aisp_io *io, int32_t level)
{
	const int32_t *parent = io->in[0].data;
	int32_t *depth = io->out[0].data;
	int is_found = 0;

#pragma omp parallel for schedule(static) num_threads(io->n_threads)                   \
	reduction(|                                                                    \
		  : is_found)
	for (int64_t i = 0; i < io->param[N]; i++)
		if (depth[i] < 0 && depth_of(depth, parent[i]) == level - 1) {
			__atomic_store_n(depth + i, level, __ATOMIC_RELAXED);
			is_found = 1;
		}
	return is_found;
}

static int run(const struct aisp_io *io, void *state)
{
	int32_t *depth = io->out[0].data;

	(void)state;
	depth[0] = 0;
	for (int64_t i = 1; i < io->param[N]; i++)
		depth[i] = -1;
	for (int32_t level = 1; visit(io, level); level++)
		;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "all nodes for each level, then a barrier",
	.setup = aisp_team_start,
	.run = run,
};
