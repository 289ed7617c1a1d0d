/* SPDX-License-Identifier: MIT
 *
 * Each thread's counters on lines of their own.  Two lines, because some
 * prefetchers fetch them in pairs.
 */
#include "workload_false_sharing.h"

#include "count_false_sharing.h"

#define PAIR_BYTES 128

static int setup(const struct aisp_io *io, void **state)
{
	*state = aligned_alloc(PAIR_BYTES, (size_t)io->n_threads * PAIR_BYTES);
	if (!*state)
		return -ENOMEM;
	start_threads(io);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	count_all(io, state, PAIR_BYTES / (int64_t)sizeof(int32_t));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "counters padded to a pair of cache lines per thread",
	.setup = setup,
	.run = run,
	.teardown = free,
};
