/* SPDX-License-Identifier: MIT
 *
 * One byte per weight: integer products and sums within a group, one multiply-add in
 * fp32 for its scale.  Plain C; the compiler widens the bytes to the machine's vectors.
 * FLAGS: -O3
 */
#include "workload_gemv.h"

#include <aisp/clones.h>

AISP_CLONES static float row(const int8_t *wq, const float *ws, const int8_t *xq,
			     const float *xs, int64_t k)
{
	float total = 0;
	int64_t g = 0;

	for (; (g + 1) * GROUP <= k; g++, wq += GROUP, xq += GROUP) {
		int32_t sum = 0;

		for (int i = 0; i < GROUP; i++)
			sum += wq[i] * xq[i];
		total += ws[g] * xs[g] * (float)sum;
	}
	if (g * GROUP < k) {
		int32_t sum = 0;

		for (int64_t i = 0; i < k - g * GROUP; i++)
			sum += wq[i] * xq[i];
		total += ws[g] * xs[g] * (float)sum;
	}
	return total;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t k = io->param[COLS], g = n_groups(io->param);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		y[i] = row(in_i8(io, IN_WQ) + i * k, aisp_in_f32(io, IN_WS) + i * g,
			   in_i8(io, IN_XQ), aisp_in_f32(io, IN_XS), k);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8-bit weights, a scale per 64",
	.run = run,
};
