/* SPDX-License-Identifier: MIT
 *
 * A division per element: the divider takes several cycles for each, where the
 * multiplier starts two per cycle.
 */
#include "workload_divide.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *s = aisp_in_f32(io, 1);
	float *y = aisp_out_f32(io, 0);
	int64_t cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++, x += cols, y += cols) {
		float d = divisor(s[i]);

		for (int64_t j = 0; j < cols; j++)
			y[j] = x[j] / d;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a division per element",
	.run = run,
};
