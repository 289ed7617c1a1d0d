/* SPDX-License-Identifier: MIT
 *
 * A branch on the sign of each point, which no processor can predict, and a loop that
 * waits for its own previous step.
 */
#include "workload_divergence.h"

static float horner(const float *c, int64_t degree, float x)
{
	float t = fminf(fmaxf(x, -1), 1), y = c[degree];

	for (int64_t k = degree - 1; k >= 0; k--)
		y = y * t + c[k];
	return y;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	int64_t degree = io->param[DEGREE];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++)
		if (x[i] < 0)
			y[i] = horner(c, degree, x[i]);
		else
			y[i] = horner(c + degree + 1, degree, x[i]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a branch to one polynomial or the other",
	.run = run,
};
