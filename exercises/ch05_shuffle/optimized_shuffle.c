/* SPDX-License-Identifier: MIT
 *
 * Exercise: tell the kernel of all records before the first is read, by
 * posix_fadvise(WILLNEED), a window of 256 records ahead.
 */
#include "workload_shuffle.h"

#include "input_file.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *order = (const int32_t *)io->in[1].data;
	size_t bytes = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;

	/* yours: announce the records, and read all of them, not only the first */
	return read_at(state, out, bytes, (size_t)order[0] * bytes);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "records are announced 256 ahead",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
