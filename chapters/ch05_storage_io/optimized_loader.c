/* SPDX-License-Identifier: MIT
 *
 * The order is known: the program tells the kernel of the next batch before it reads
 * this one, and the kernel reads it while this one is computed.  No thread of the
 * program waits for it.
 */
#include "workload_loader.h"

#include "buffer_loader.h"

static int setup(const struct aisp_io *io, void **state)
{
	return loader_open(io, 1, state);
}

static int announce(const struct aisp_io *io, const struct input_file *f, int64_t i)
{
	int rc = 0;

	for (int64_t k = i * io->param[BATCH];
	     k < (i + 1) * io->param[BATCH] && i < io->param[BATCHES] && !rc; k++)
		rc = -posix_fadvise(f->fd, (off_t)record_at(io, k),
				    (off_t)record_bytes(io), POSIX_FADV_WILLNEED);
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;
	int rc = announce(io, &l->file, 0);

	for (int64_t i = 0; i < io->param[BATCHES] && !rc; i++) {
		struct batch b = batch_of(io, i, l->room);

		rc = announce(io, &l->file, i + 1);
		if (!rc)
			rc = read_batch(io, &l->file, b);
		if (!rc)
			layer_batch(io, b);
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the next batch announced before this one is computed",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
