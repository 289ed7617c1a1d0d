/* SPDX-License-Identifier: MIT
 *
 * Past the page cache, by threads: one gathers a piece while the pieces of the others
 * are on their way, so that the device always has a request.
 * FLAGS: -fopenmp -D_GNU_SOURCE
 */
#include <aisp/team.h>

#include "workload_checkpoint.h"

#include "pieces_checkpoint.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = make_direct_room(io, io->n_threads, state);

	return rc ? rc : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	int fd = open_direct(io), rc = 0;
	float *room = state;

	if (fd < 0)
		return fd;
#pragma omp parallel for schedule(dynamic) num_threads(io->n_threads)
	for (int64_t i = 0; i < pieces_of(io); i++) {
		int failed =
			write_piece(io, fd, room + omp_get_thread_num() * PIECE, i, 1);

		if (failed)
#pragma omp atomic write
			rc = failed;
	}
	return end_direct(io, fd, rc);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "O_DIRECT, a piece of each thread in flight",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "O_DIRECT",
};
