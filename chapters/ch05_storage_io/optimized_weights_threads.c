/* SPDX-License-Identifier: MIT
 *
 * Every thread takes the next piece of the file, reads it and converts it: one waits
 * for the device while another converts.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_weights.h"

#include "file_weights.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = loader_open(io, io->n_threads, state);

	return rc ? rc : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;
	int rc = -posix_fadvise(l->file.fd, 0, 0, POSIX_FADV_SEQUENTIAL);

	sort_extents(io, l);
#pragma omp parallel for schedule(dynamic) num_threads(io->n_threads)
	for (int64_t i = 0; i < pieces_of(io); i++) {
		int failed =
			load_piece(io, l, l->room + omp_get_thread_num() * PIECE, i);

		if (failed)
#pragma omp atomic write
			rc = failed;
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the next piece of the file to whichever thread is free",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
