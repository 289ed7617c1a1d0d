/* SPDX-License-Identifier: MIT
 *
 * The file is mapped: records are not copied, and the layer reads them where the kernel
 * keeps them.  The next batch is announced; a page that is not there yet stops the
 * thread that touches it.
 * FLAGS: -D_GNU_SOURCE
 */
#include "workload_loader.h"

#include "layer_loader.h"
#include <sys/mman.h>

#define PAGE ((size_t)4096)

static void announce(const struct aisp_io *io, char *map, int64_t i)
{
	for (int64_t k = i * io->param[BATCH];
	     k < (i + 1) * io->param[BATCH] && i < io->param[BATCHES]; k++) {
		size_t at = record_at(io, k), first = at / PAGE * PAGE;

		madvise(map + first, at + record_bytes(io) - first, MADV_WILLNEED);
	}
}

static void layer_mapped(const struct aisp_io *io, const char *map, int64_t first)
{
	for (int64_t i = 0; i < io->param[BATCH]; i += ROWS) {
		int64_t n = io->param[BATCH] - i < ROWS ? io->param[BATCH] - i : ROWS;
		const float *row[ROWS] = { NULL };

		for (int64_t r = 0; r < n; r++)
			row[r] = (const float *)(map + record_at(io, first + i + r));
		layer_rows(io, row, first + i, n);
	}
}

/* Maps only during the call, since mapped pages stay in the page cache. */
static int run(const struct aisp_io *io, void *state)
{
	const struct input_file *f = state;
	size_t n = (size_t)io->param[RECORDS] * record_bytes(io);
	char *map = mmap(NULL, n, PROT_READ, MAP_SHARED, f->fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	madvise(map, n, MADV_RANDOM);
	announce(io, map, 0);
	for (int64_t i = 0; i < io->param[BATCHES]; i++) {
		announce(io, map, i + 1);
		layer_mapped(io, map, i * io->param[BATCH]);
	}
	munmap(map, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the file mapped: no copies, the next batch announced",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
