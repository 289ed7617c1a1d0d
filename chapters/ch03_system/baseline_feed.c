/* SPDX-License-Identifier: MIT
 *
 * A batch is prepared, then used, then the next is prepared.
 */
#include "workload_feed.h"

#include "batch_feed.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[BATCH];

	(void)state;
	for (int64_t i = 0; i < io->param[BATCHES]; i++) {
		prepare_rows(io, io->workspace, i * n, n);
		use_rows(io, io->workspace, i * n, n);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "prepare a batch, then use it, one after the other",
	.run = run,
};
