/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 */
#include "workload_shuffle.h"

#include "input_file.h"

#define AHEAD 256

static int run(const struct aisp_io *io, void *state)
{
	const struct input_file *f = state;
	const int32_t *order = (const int32_t *)io->in[1].data;
	size_t bytes = (size_t)io->param[WORDS] * sizeof(int32_t);
	char *out = (char *)io->out[0].data;
	int64_t n = io->param[N];
	int rc = 0;

	for (int64_t i = -AHEAD; i < n && !rc; i++) {
		if (i + AHEAD < n)
			rc = -posix_fadvise(f->fd,
					    (off_t)order[i + AHEAD] * (off_t)bytes,
					    (off_t)bytes, POSIX_FADV_WILLNEED);
		if (i >= 0 && !rc)
			rc = read_at(f, out + (size_t)i * bytes, bytes,
				     (size_t)order[i] * bytes);
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "records are announced 256 ahead",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
