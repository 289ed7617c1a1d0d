/* SPDX-License-Identifier: MIT
 *
 * In the order of the file: the device reads from end to end, ahead of the program, and
 * each piece is converted to wherever its tensors belong.
 */
#include "workload_weights.h"

#include "file_weights.h"

static int setup(const struct aisp_io *io, void **state)
{
	return loader_open(io, 1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;
	int rc = -posix_fadvise(l->file.fd, 0, 0, POSIX_FADV_SEQUENTIAL);

	sort_extents(io, l);
	for (int64_t i = 0; i < pieces_of(io) && !rc; i++)
		rc = load_piece(io, l, l->room, i);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the file read in its order, each piece converted to its place",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
