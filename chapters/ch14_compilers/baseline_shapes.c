/* SPDX-License-Identifier: MIT
 *
 * One kernel for all lengths: whole vectors as long as there are, then element by
 * element.
 */
#include <aisp/clones.h>

#include "workload_shapes.h"

#define LANES 16

AISP_CLONES static void normalise(float *restrict y, const float *restrict x, int64_t n)
{
	float sum[LANES] = { 0 }, all = 0;
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int k = 0; k < LANES; k++)
			sum[k] += x[j + k] * x[j + k];
	for (; j < n; j++)
		all += x[j] * x[j];
	for (int k = 0; k < LANES; k++)
		all += sum[k];
	all = 1 / sqrtf(all / (float)n + EPSILON);
	for (j = 0; j < n; j++)
		y[j] = x[j] * all;
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *start = io->in[START].data;

	(void)state;
	for (int64_t r = 0; r < io->param[ROWS]; r++)
		normalise(aisp_out_f32(io, 0) + start[r], aisp_in_f32(io, X) + start[r],
			  start[r + 1] - start[r]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one kernel for all lengths",
	.run = run,
};
