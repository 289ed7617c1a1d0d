/* SPDX-License-Identifier: MIT
 *
 * One row after the other, added to all sums: all numbers of a cache line are used
 * while it is there, and they fill a vector.  Say here what your one idea is.
 */
#include "workload_NAME.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *restrict x = aisp_in_f32(io, X);
	float *restrict y = aisp_out_f32(io, Y);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t r = 0; r < rows; r++)
		for (int64_t c = 0; c < cols; c++)
			y[c] += x[r * cols + c];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one row at a time",
	.run = run,
};
