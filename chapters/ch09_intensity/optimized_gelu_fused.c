/* SPDX-License-Identifier: MIT
 *
 * One pass: each element is read and written once.
 * FLAGS: -O3
 */
#include "workload_gelu.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[GELU_ELEMS]; i++) {
		float u = GELU_ROOT * (x[i] + GELU_CUBE * x[i] * x[i] * x[i]);

		y[i] = 0.5f * x[i] * (1 + tanhf(u));
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass",
	.run = run,
};
