/* SPDX-License-Identifier: MIT
 *
 * Finds the largest of what is left, k times.
 */
#include "workload_topk.h"

#include <errno.h>

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)io->param[COLS] * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

static float take_largest(float *row, int64_t n)
{
	int64_t at = 0;
	float x;

	for (int64_t j = 1; j < n; j++)
		if (row[j] > row[at])
			at = j;
	x = row[at];
	row[at] = row[n - 1];
	return x;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS], k = io->param[K];
	float *row = state;

	for (int64_t r = 0; r < io->param[ROWS]; r++) {
		memcpy(row, aisp_in_f32(io, 0) + r * cols, (size_t)cols * sizeof(*row));
		for (int64_t i = 0; i < k; i++)
			aisp_out_f32(io, 0)[r * k + i] = take_largest(row, cols - i);
	}
	return 0;
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "k passes over a copy of the row",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
