/* SPDX-License-Identifier: MIT
 *
 * A merge sort within the array: the first of two runs is copied aside, then both are
 * merged into the place of the two.  The second run is read before it is overwritten.
 * At most half of the keys are copied aside.
 * WORKSPACE: 2 * n + 4
 * FLAGS: -O3
 */
#include "workload_limits.h"

#include "runs_limits.h"

static void merge_here(int32_t *key, int64_t n_a, int64_t n_b, int32_t *aside)
{
	memcpy(aside, key, (size_t)n_a * sizeof(*key));
	merge(key, aside, n_a, key + n_a, n_b);
}

/* Sorts in two halves; the first is not longer than the second. */
static void sort_halves(int32_t *key, int64_t n, int32_t *aside)
{
	int64_t half = n / 2;

	if (n <= RUN_KEYS) {
		insert_all(key, n);
		return;
	}
	sort_halves(key, half, aside);
	sort_halves(key + half, n - half, aside);
	merge_here(key, half, n - half, aside);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	memcpy(io->out[0].data, io->in[0].data, (size_t)n * sizeof(int32_t));
	sort_halves(io->out[0].data, n, io->workspace);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "merge sort with a buffer for half of the keys",
	.run = run,
};
