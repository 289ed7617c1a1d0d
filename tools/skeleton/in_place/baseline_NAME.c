/* SPDX-License-Identifier: MIT
 *
 * One column after the other: each number lies in another cache line than the one
 * before.  Say here what limits yours.
 */
#include "workload_NAME.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, X);
	float *y = aisp_out_f32(io, Y);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t c = 0; c < cols; c++)
		for (int64_t r = 0; r < rows; r++)
			y[c] += x[r * cols + c];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one column at a time",
	.run = run,
};
