/* SPDX-License-Identifier: MIT
 *
 * The scratch of one output row at a time: it stays in cache, and memory sees
 * only the image and the result.
 * AFTER: prealloc
 */
#include "workload_prealloc.h"

#include "im2col_prealloc.h"

#include <errno.h>
#include <stdlib.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS];
	float *y = aisp_out_f32(io, 0);

	for (int64_t i = 0; i < io->param[ROWS]; i++) {
		im2col(aisp_in_f32(io, 0), cols, i, i + 1, state);
		weigh(aisp_in_f32(io, 1), state, cols, y + i * cols);
	}
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)(TAPS * io->param[COLS]) * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "scratch of one row, which stays in cache",
	.setup = setup,
	.run = run,
	.teardown = free,
};
