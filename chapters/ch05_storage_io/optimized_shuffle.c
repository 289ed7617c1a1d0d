/* SPDX-License-Identifier: MIT
 *
 * The order is known: tell the kernel of the whole batch, then read it.  The
 * device gets many requests at once, and most reads find their page waiting.
 */
#include "input_file.h"
#include "workload_shuffle.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct input_file *f = state;
	const int32_t *order = (const int32_t *)io->in[1].data;
	size_t bytes = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;
	int rc = 0;

	for (int64_t i = 0; i < io->param[N] && !rc; i++)
		rc = -posix_fadvise(f->fd, (off_t)order[i] * (off_t)bytes, (off_t)bytes,
				    POSIX_FADV_WILLNEED);
	for (int64_t i = 0; i < io->param[N] && !rc; i++)
		rc = read_at(f, out + (size_t)i * bytes, bytes,
			     (size_t)order[i] * bytes);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "posix_fadvise(WILLNEED) for the batch, then the reads",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
