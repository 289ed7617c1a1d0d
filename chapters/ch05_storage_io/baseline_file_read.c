/* SPDX-License-Identifier: MIT
 *
 * Blocks of a page, as small records are read without a buffer: a system call
 * for every 4 KiB, and the device sees what the kernel's readahead makes of it.
 */
#include "input_file.h"
#include "workload_file_read.h"

#define BLOCK_BYTES ((size_t)4 << 10)

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
	.cls = AISP_CLASS_NAIVE,
	.summary = "read 4 KiB at a time",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
