/* SPDX-License-Identifier: MIT
 *
 * The same; each thread has a part of the words, so that no sum is shared and no result
 * depends on which thread is faster.  The parts have about as many rows to read and
 * write.
 * WORKSPACE: 4 * (vocab + tokens)
 * FLAGS: -O3 -fopenmp
 */
#include "workload_embed_bwd.h"

#include <aisp/team.h>

#include "embed_groups.h"

/* The first word before which so many rows are moved. */
static int64_t word_at(const struct aisp_io *io, int64_t rows)
{
	struct groups g = groups_of(io);
	int64_t v = 0;

	while (v < io->param[VOCAB] && begin_of(&g, v) + v < rows)
		v++;
	return v;
}

static void add_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[TOKENS] + io->param[VOCAB];

	if (!part)
		find_groups(io);
#pragma omp barrier
	add_groups(io, word_at(io, rows * part / n_parts),
		   word_at(io, rows * (part + 1) / n_parts));
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, add_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, words divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
