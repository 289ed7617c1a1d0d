/* SPDX-License-Identifier: MIT
 *
 * Runs are merged from one array into another and back: memory for all keys once more.
 * WORKSPACE: 4 * n
 * FLAGS: -O3
 */
#include "workload_limits.h"

#include "runs_limits.h"

static int64_t within(int64_t x, int64_t n)
{
	return x < n ? x : n;
}

/* Neighbours among the runs of `length` keys, all of them. */
static void merge_all(int32_t *to, const int32_t *from, int64_t n, int64_t length)
{
	for (int64_t i = 0; i < n; i += 2 * length) {
		int64_t middle = within(i + length, n);

		merge(to + i, from + i, middle - i, from + middle,
		      within(i + 2 * length, n) - middle);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], length = RUN_KEYS;
	int32_t *to = io->out[0].data, *from = io->workspace;
	int n_passes = 0;

	(void)state;
	for (int64_t l = RUN_KEYS; l < n; l *= 2)
		n_passes++;
	if (n_passes % 2 == 0) {
		from = io->out[0].data;
		to = io->workspace;
	}
	memcpy(from, io->in[0].data, (size_t)n * sizeof(*from));
	for (int64_t i = 0; i < n; i += RUN_KEYS)
		insert_all(from + i, within(RUN_KEYS, n - i));
	for (; length < n; length *= 2) {
		int32_t *made = to;

		merge_all(to, from, n, length);
		to = from;
		from = made;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "runs merged into a second array and back",
	.run = run,
};
