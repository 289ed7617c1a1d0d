/* SPDX-License-Identifier: MIT
 *
 * Two buffers and two threads: one prepares the next batch while the other uses this
 * one.  The time is that of the slower.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_feed.h"

#include "batch_feed.h"

static float *buffer_of(const struct aisp_io *io, int64_t i)
{
	return (float *)io->workspace + i % 2 * io->param[BATCH] * INPUTS;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[BATCH], batches = io->param[BATCHES];

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	for (int64_t i = 0; i <= batches; i++) {
#pragma omp sections
		{
#pragma omp section
			if (i < batches)
				prepare_rows(io, buffer_of(io, i), i * n, n);
#pragma omp section
			if (i > 0)
				use_rows(io, buffer_of(io, i - 1), (i - 1) * n, n);
		}
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a thread prepares the next batch while another uses this one",
	.setup = aisp_team_start,
	.run = run,
};
