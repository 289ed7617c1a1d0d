/* SPDX-License-Identifier: MIT
 *
 * dots_accumulators.h - all products of rows and queries, by the dot() of the step that
 * includes it.
 */
#ifndef DOTS_ACCUMULATORS_H
#define DOTS_ACCUMULATORS_H

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *q = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];
	float *out = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		for (int64_t k = 0; k < io->param[QUERIES]; k++)
			*out++ = dot(x + i * cols, q + k * cols, cols);
	return 0;
}

#endif
