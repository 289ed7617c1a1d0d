/* SPDX-License-Identifier: MIT
 *
 * A point at a time.  Each step of Horner's rule waits for the one before, and
 * the next point's chain is too far away to overlap with more than its end.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_unroll.h"

static float horner(const float *c, int64_t degree, float t)
{
	float y = c[degree];

	for (int64_t k = degree - 1; k >= 0; k--)
		y = y * t + c[k];
	return y;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++)
		y[i] = horner(c, io->param[DEGREE], clamp(x[i]));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a point at a time",
	.run = run,
};
