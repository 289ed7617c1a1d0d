/* SPDX-License-Identifier: MIT
 *
 * Exercise: make of four passes one.  hardswish() is in workload_fusion.h; the baseline
 * beside this file shows the four passes.
 */
#include "workload_fusion.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const float *x = aisp_in_f32(io, 0);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < rows; i++, x += cols, y += cols)
		for (int64_t j = 0; j < cols; j++)
			y[j] = x[j]; /* yours: scale, shift, activation, residual */
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass",
	.run = run,
};
