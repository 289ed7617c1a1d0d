/* SPDX-License-Identifier: MIT
 *
 * One pass: intermediates live in registers, memory sees each input and the
 * output once.
 */
#include "workload_fusion.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const float *x = aisp_in_f32(io, 0), *residual = aisp_in_f32(io, 3);
	const float *scale = aisp_in_f32(io, 1), *shift = aisp_in_f32(io, 2);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < rows; i++, x += cols, residual += cols, y += cols)
		for (int64_t j = 0; j < cols; j++)
			y[j] = hardswish(x[j] * scale[j] + shift[j]) + residual[j];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, intermediates in registers",
	.run = run,
};
