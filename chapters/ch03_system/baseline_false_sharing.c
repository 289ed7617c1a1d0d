/* SPDX-License-Identifier: MIT
 *
 * Each thread has its own counters, side by side in one array.  Those of two
 * threads fill one cache line, and every count takes it away from the other core.
 */
#include "workload_false_sharing.h"

#include "count_false_sharing.h"

#define LINE_BYTES 64

static int setup(const struct aisp_io *io, void **state)
{
	size_t lines =
		(size_t)io->n_threads * CLASSES * sizeof(int32_t) / LINE_BYTES + 1;

	*state = aligned_alloc(LINE_BYTES, lines * LINE_BYTES);
	if (!*state)
		return -ENOMEM;
	start_threads(io);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	count_all(io, state, CLASSES);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "counters of all threads in adjacent words",
	.setup = setup,
	.run = run,
	.teardown = free,
};
