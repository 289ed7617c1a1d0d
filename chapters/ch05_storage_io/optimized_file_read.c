/* SPDX-License-Identifier: MIT
 *
 * Blocks of 128 KiB: the cost of a call is spread over 32 pages.  With 1 MiB
 * and more it was slower again (Linux 6.18, virtio disk, 8 MiB of readahead).
 */
#include "input_file.h"
#include "workload_file_read.h"

#define BLOCK_BYTES ((size_t)128 << 10)

static int run(const struct aisp_io *io, void *state)
{
	size_t n = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;

	for (size_t at = 0; at < n; at += BLOCK_BYTES) {
		size_t want = n - at < BLOCK_BYTES ? n - at : BLOCK_BYTES;
		int rc = read_at(state, out + at, want, at);

		if (rc)
			return rc;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "read 128 KiB at a time",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
