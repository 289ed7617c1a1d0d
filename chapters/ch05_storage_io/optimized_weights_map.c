/* SPDX-License-Identifier: MIT
 *
 * The file is mapped and converted from where the kernel keeps it: one copy less.  The
 * program announces pieces to the kernel AHEAD of those that it converts.
 * FLAGS: -D_GNU_SOURCE
 */
#include "workload_weights.h"

#include "file_weights.h"
#include <sys/mman.h>

#define AHEAD 8 /* pieces */

static int setup(const struct aisp_io *io, void **state)
{
	return loader_open(io, 1, state);
}

static void announce(const struct aisp_io *io, char *map, int64_t i)
{
	if (i < pieces_of(io))
		madvise(map + i * PIECE_BYTES, 2 * (size_t)piece_elems(io, i),
			MADV_WILLNEED);
}

/* In the call, since pages that somebody has mapped stay in the page cache. */
static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;
	size_t bytes = 2 * (size_t)io->param[ELEMS];
	char *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, l->file.fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	sort_extents(io, l);
	for (int64_t i = 0; i < AHEAD; i++)
		announce(io, map, i);
	for (int64_t i = 0; i < pieces_of(io); i++) {
		announce(io, map, i + AHEAD);
		convert_piece(l, (const uint16_t *)(map + i * PIECE_BYTES), i * PIECE,
			      piece_elems(io, i), aisp_out_f32(io, 0));
	}
	munmap(map, bytes);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the file mapped and converted in its order",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
