/* SPDX-License-Identifier: MIT
 *
 * The same pieces, written past the page cache: the kernel copies no page and looks
 * none up.  But the device waits while a piece is gathered.
 * FLAGS: -D_GNU_SOURCE
 */
#include "workload_checkpoint.h"

#include "pieces_checkpoint.h"

static int setup(const struct aisp_io *io, void **state)
{
	return make_direct_room(io, 1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	int fd = open_direct(io), rc = 0;

	if (fd < 0)
		return fd;
	for (int64_t i = 0; i < pieces_of(io) && !rc; i++)
		rc = write_piece(io, fd, state, i, 1);
	return end_direct(io, fd, rc);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "O_DIRECT, a piece at a time",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "O_DIRECT",
};
