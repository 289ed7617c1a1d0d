/* SPDX-License-Identifier: MIT
 *
 * Pieces of 4 MiB.  Each is started on its way to the device as soon as the page cache
 * has it: the device works while the next piece is gathered, and fsync() finds little
 * left to do.
 * FLAGS: -D_GNU_SOURCE
 */
#include "workload_checkpoint.h"

#include "pieces_checkpoint.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return make_room(1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	int fd = open_output(io, 0), rc = 0;

	if (fd < 0)
		return fd;
	for (int64_t i = 0; i < pieces_of(io) && !rc; i++) {
		rc = write_piece(io, fd, state, i, 0);
		if (!rc && sync_file_range(fd, (off_t)i * (off_t)PIECE_BYTES,
					   (off_t)PIECE_BYTES, SYNC_FILE_RANGE_WRITE))
			rc = -errno;
	}
	return end_output(fd, rc);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "pieces of 4 MiB, write-back started for each at once",
	.setup = setup,
	.run = run,
	.teardown = free,
};
