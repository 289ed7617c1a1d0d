/* SPDX-License-Identifier: MIT
 *
 * The same loop, four elements a turn.  Say here what the one idea is.
 */
#include "workload_NAME.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *restrict x = aisp_in_f32(io, X);
	float *restrict y = aisp_out_f32(io, Y);
	int64_t n = io->param[N], i = 0;

	(void)state;
	for (; i + 4 <= n; i += 4) {
		y[i] += SCALE * x[i];
		y[i + 1] += SCALE * x[i + 1];
		y[i + 2] += SCALE * x[i + 2];
		y[i + 3] += SCALE * x[i + 3];
	}
	for (; i < n; i++)
		y[i] += SCALE * x[i];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four elements a turn",
	.run = run,
};
