/* SPDX-License-Identifier: MIT
 *
 * One accumulator.  Each addition waits for the one before, so the latency of
 * an adder, not memory, sets the pace.
 */
#include "workload_reduce.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *out = aisp_out_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++) {
		float sum = 0;

		for (int64_t j = 0; j < cols; j++)
			sum += a[i * cols + j];
		out[i] = sum;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one accumulator",
	.run = run,
};
