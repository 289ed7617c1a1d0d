/* SPDX-License-Identifier: MIT
 *
 * tasks_two_tasks.h - parts of both tasks, in vectors.
 */
#ifndef TASKS_TWO_TASKS_H
#define TASKS_TWO_TASKS_H

#include <aisp/clones.h>

#define LANES 64 /* sums, and points, that do not wait for each other */

AISP_CLONES static float sum_row(const float *x, int64_t n)
{
	float sum[LANES] = { 0 }, all = 0;
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int k = 0; k < LANES; k++)
			sum[k] += x[j + k];
	for (; j < n; j++)
		all += x[j];
	for (int k = 0; k < LANES; k++)
		all += sum[k];
	return all;
}

/* LANES points. */
AISP_CLONES static void value_lanes(const float *restrict z, float *restrict y,
				    const float *c, int64_t degree)
{
	float t[LANES], v[LANES];

	for (int k = 0; k < LANES; k++) {
		float x = z[k] < -1 ? -1 : z[k];

		t[k] = x > 1 ? 1 : x;
		v[k] = c[degree];
	}
	for (int64_t i = degree - 1; i >= 0; i--)
		for (int k = 0; k < LANES; k++)
			v[k] = v[k] * t[k] + c[i];
	for (int k = 0; k < LANES; k++)
		y[k] = v[k];
}

static inline void sum_rows(const struct aisp_io *io, int64_t i, int64_t end)
{
	int64_t cols = io->param[COLS];

	for (; i < end; i++)
		aisp_out_f32(io, SUMS)[i] =
			sum_row(aisp_in_f32(io, X) + i * cols, cols);
}

/* Points [i, end). */
static inline void put_values(const struct aisp_io *io, int64_t i, int64_t end)
{
	const float *z = aisp_in_f32(io, Z), *c = aisp_in_f32(io, COEFFICIENTS);
	float *y = aisp_out_f32(io, Y);

	for (; i + LANES <= end; i += LANES)
		value_lanes(z + i, y + i, c, io->param[DEGREE]);
	if (i < end) {
		float in[LANES] = { 0 }, out[LANES] = { 0 };

		for (int64_t k = 0; k < end - i; k++)
			in[k] = z[i + k];
		value_lanes(in, out, c, io->param[DEGREE]);
		for (int64_t k = 0; k < end - i; k++)
			y[i + k] = out[k];
	}
}

#endif
