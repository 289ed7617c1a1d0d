/* SPDX-License-Identifier: MIT
 *
 * A batch is read, then computed, then the next is read: device and core take turns.
 */
#include "workload_loader.h"

#include "buffer_loader.h"

static int setup(const struct aisp_io *io, void **state)
{
	return loader_open(io, 1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct loader *l = state;

	for (int64_t i = 0; i < io->param[BATCHES]; i++) {
		struct batch b = batch_of(io, i, l->room);
		int rc = read_batch(io, &l->file, b);

		if (rc)
			return rc;
		layer_batch(io, b);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "read a batch, compute it",
	.setup = setup,
	.run = run,
	.teardown = loader_close,
};
