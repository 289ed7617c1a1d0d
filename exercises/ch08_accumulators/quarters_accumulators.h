/* SPDX-License-Identifier: MIT
 *
 * quarters_accumulators.h - dot products by four sums, and a look at the first one:
 * does each sum have its quarter of the products?
 */
#ifndef QUARTERS_ACCUMULATORS_H
#define QUARTERS_ACCUMULATORS_H

#include <errno.h>
#include <math.h>

static void four_sums(const float *x, const float *y, int64_t n, float s[restrict 4]);

/* Is s the sum of products first, first + 4, first + 8 … of n, but for rounding? */
static inline int is_quarter(const float *x, const float *y, int64_t first, int64_t n,
			     float s)
{
	double sum = 0, magnitude = 0;

	for (int64_t j = first; j < n; j += 4) {
		sum += (double)x[j] * y[j];
		magnitude += fabs((double)x[j] * y[j]);
	}
	return fabs(sum - s) <= 1e-3 * magnitude;
}

static inline float dot(const float *x, const float *y, int64_t n)
{
	float s[4] = { 0 };

	four_sums(x, y, n, s);
	return (s[0] + s[1]) + (s[2] + s[3]);
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *q = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];
	float *out = aisp_out_f32(io, 0), s[4] = { 0 };

	(void)state;
	four_sums(x, q, cols, s);
	for (int k = 0; k < 4; k++)
		if (!is_quarter(x, q, k, cols, s[k]))
			return -EINVAL;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		for (int64_t k = 0; k < io->param[QUERIES]; k++)
			*out++ = dot(x + i * cols, q + k * cols, cols);
	return 0;
}

#endif
