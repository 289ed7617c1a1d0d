/* SPDX-License-Identifier: MIT
 *
 * low_dots.h - on a CPU: a dot product a number, by vectors.  Each group's sum is by
 * itself, and meets its scale.
 */
#ifndef LOW_DOTS_H
#define LOW_DOTS_H

#include "low_widen.h"

#define LANES 16 /* sums, so that additions do not wait for each other */

/* A group's products, n of them. */
AISP_CLONES static float dot(const uint8_t *restrict row, int64_t from,
			     const uint16_t *restrict x, int64_t n)
{
	uint16_t w[SCALE_GROUP];
	float sum[LANES] = { 0 }, total = 0;

	widen(w, row, from, n);
	for (int64_t i = 0; i < n; i += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += from_bf16(w[i + l]) * from_bf16(x[from + i + l]);
	for (int l = 0; l < LANES; l++)
		total += sum[l];
	return total;
}

static void multiply_dots(const struct aisp_io *io, int o, int x, int64_t rows)
{
	int64_t n = io->param[COLS], k = io->param[DEPTH];

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < rows; i++) {
			float sum = 0;

			for (int64_t c = 0; c < k; c += SCALE_GROUP)
				sum += scale_of(io, x + 2, j, c / SCALE_GROUP) *
				       dot(row_of(io, x + 1, j), c,
					   (const uint16_t *)row_of(io, x, i),
					   k - c < SCALE_GROUP ? k - c : SCALE_GROUP);
			aisp_out_f32(io, o)[i * n + j] = sum;
		}
}

static int dots_of_both(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply_dots(io, Y, X, io->param[ROWS]);
	multiply_dots(io, YB, XB, io->param[OTHERS]);
	return 0;
}

#endif
