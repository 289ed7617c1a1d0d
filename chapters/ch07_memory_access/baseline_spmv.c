/* SPDX-License-Identifier: MIT
 *
 * One row after another, one element after another: each addition waits for the last.
 */
#include "workload_spmv.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *start = io->in[START].data;
	const int32_t *column = io->in[COLUMN].data;
	const float *value = aisp_in_f32(io, VALUE), *x = aisp_in_f32(io, X);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++) {
		float sum = 0;

		for (int64_t k = start[i]; k < start[i + 1]; k++)
			sum += value[k] * x[column[k]];
		y[i] = sum;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a loop over rows and their elements",
	.run = run,
};
