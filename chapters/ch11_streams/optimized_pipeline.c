/* SPDX-License-Identifier: MIT
 *
 * One thread copies, another computes: while chunk i is computed, chunk i + 1 comes in
 * and chunk i - 1 goes out.  After each step the threads wait for each other.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_pipeline.h"

#include "layer_pipeline.h"

#define CHUNK 64 /* rows; three of x and y fit in a cache of the second level */

static int64_t rows_of(const struct aisp_io *io, int64_t i)
{
	int64_t left = io->param[ROWS] - i * CHUNK;

	return left < CHUNK ? left : CHUNK;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = (io->param[ROWS] + CHUNK - 1) / CHUNK;

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	for (int64_t i = -1; i <= n; i++) {
#pragma omp sections
		{
#pragma omp section
			if (i >= 0 && i < n)
				layer(io, i * CHUNK, rows_of(io, i));
#pragma omp section
			{
				if (i + 1 < n)
					copy_in(io, (i + 1) * CHUNK,
						rows_of(io, i + 1));
				if (i > 0)
					copy_out(io, (i - 1) * CHUNK,
						 rows_of(io, i - 1));
			}
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a thread copies chunks in and out while another computes",
	.setup = aisp_team_start,
	.run = run,
};
