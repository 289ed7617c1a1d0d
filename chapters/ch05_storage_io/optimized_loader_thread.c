/* SPDX-License-Identifier: MIT
 *
 * One thread reads and one computes, with two buffers between them: the next batch
 * arrives while this one is computed.  With one thread the program reads and computes
 * by turns.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_loader.h"

#include "buffer_loader.h"

#define BUFFERS 2

static int setup(const struct aisp_io *io, void **state)
{
	int rc = loader_open(io, BUFFERS, state);

	return rc ? rc : aisp_team_start(io, state);
}

static struct batch buffered(const struct aisp_io *io, struct loader *l, int64_t i)
{
	return batch_of(io, i,
			l->room + i % BUFFERS * io->param[BATCH] * io->param[WORDS]);
}

static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;
	int64_t n = io->param[BATCHES];
	int rc = 0;

	/* Step i: batch i is read, batch i - 1 is computed. */
#pragma omp parallel num_threads(io->n_threads)
	for (int64_t i = 0; i <= n; i++) {
#pragma omp sections
		{
#pragma omp section
			if (i < n && !rc)
				rc = read_batch(io, &l->file, buffered(io, l, i));
#pragma omp section
			if (i > 0)
				layer_batch(io, buffered(io, l, i - 1));
		}
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a thread reads the next batch while another computes",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
