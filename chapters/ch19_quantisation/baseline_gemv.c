/* SPDX-License-Identifier: MIT
 *
 * The product in fp32, in vectors of the machine's width: four bytes per weight.
 * FLAGS: -O3
 */
#include "workload_gemv.h"

#include <aisp/clones.h>

#define LANES 64 /* sums, so that additions do not wait for each other */

AISP_CLONES static float dot(const float *w, const float *x, int64_t n)
{
	float sum[LANES] = { 0 }, total = 0;
	int64_t i = 0;

	for (; i + LANES <= n; i += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += w[i + l] * x[i + l];
	for (int l = 0; i < n; i++, l++)
		sum[l] += w[i] * x[i];
	for (int l = 0; l < LANES; l++)
		total += sum[l];
	return total;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t k = io->param[COLS];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		y[i] = dot(aisp_in_f32(io, IN_W) + i * k, aisp_in_f32(io, IN_X), k);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "fp32 weights",
	.run = run,
};
