/* SPDX-License-Identifier: MIT
 *
 * simd_softmax.h - softmax along rows in fp32, in one pass on the machine's widest
 * vectors, chosen when it is loaded: maxima and sums in 64 lanes, so that none waits
 * for the last one, and the power as a polynomial (aisp/exp2.h) instead of a call.
 * Rows and columns are the first two parameters.
 */
#ifndef AISP_SIMD_SOFTMAX_H
#define AISP_SIMD_SOFTMAX_H

#include <aisp/clones.h>
#include <aisp/exp2.h>
#include <aisp/variant.h>

#define LANES 64
#define LOG2E 0x1.715476p+0f

AISP_CLONES static float largest(const float *x, int64_t n)
{
	float lane[LANES], max = x[0];
	int64_t j = 0;

	for (int l = 0; l < LANES; l++)
		lane[l] = max;
	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] = x[j + l] > lane[l] ? x[j + l] : lane[l];
	for (; j < n; j++)
		max = x[j] > max ? x[j] : max;
	for (int l = 0; l < LANES; l++)
		max = lane[l] > max ? lane[l] : max;
	return max;
}

/* Their sum. */
AISP_CLONES static float powers(const float *restrict x, int64_t n, float max,
				float *restrict y)
{
	float lane[LANES] = { 0 }, sum = 0;
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++) {
			y[j + l] = aisp_exp2f((x[j + l] - max) * LOG2E);
			lane[l] += y[j + l];
		}
	for (; j < n; j++) {
		y[j] = aisp_exp2f((x[j] - max) * LOG2E);
		sum += y[j];
	}
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

AISP_CLONES static void scale(float *y, int64_t n, float factor)
{
	for (int64_t j = 0; j < n; j++)
		y[j] *= factor;
}

static int simd_softmax_run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[0], cols = io->param[1];

	(void)state;
	for (int64_t i = 0; i < rows; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float *y = aisp_out_f32(io, 0) + i * cols;

		scale(y, cols, 1 / powers(x, cols, largest(x, cols), y));
	}
	return 0;
}

#endif
