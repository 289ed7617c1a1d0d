/* SPDX-License-Identifier: MIT
 *
 * Blocks of BLOCK_ROWS x BLOCK_COLS: the three rows that an output needs stay in the
 * first-level cache, however wide the image is.  Blocks are as wide as possible,
 * because the columns beside a block are fetched twice.  Each thread has a run of
 * blocks.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_blocks_2d.h"

#include "median_blocks_2d.h"

#define BLOCK_ROWS 64
#define BLOCK_COLS 4096

static int64_t end_of(int64_t from, int64_t size, int64_t n)
{
	return from + size < n ? from + size : n;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
#pragma omp parallel for collapse(2) schedule(static) num_threads(io->n_threads)
	for (int64_t i = 0; i < rows; i += BLOCK_ROWS)
		for (int64_t j = 0; j < cols; j += BLOCK_COLS)
			for (int64_t r = i; r < end_of(i, BLOCK_ROWS, rows); r++)
				median_row(io, r, j, end_of(j, BLOCK_COLS, cols));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "2-D blocks on all threads",
	.setup = aisp_team_start,
	.run = run,
};
