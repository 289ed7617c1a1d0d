/* SPDX-License-Identifier: MIT
 *
 * batch_feed.h - how rows are prepared, and the layer; rows are counted over all
 * batches.
 */
#ifndef BATCH_FEED_H
#define BATCH_FEED_H

#include <aisp/clones.h>

#define HEIGHT 4

/* x: n rows from `first` on of the index. */
AISP_CLONES static void prepare_rows(const struct aisp_io *io, float *restrict x,
				     int64_t first, int64_t n)
{
	const float *mean = aisp_in_f32(io, MEAN), *factor = aisp_in_f32(io, FACTOR);
	const int32_t *index = io->in[INDEX].data;

	for (int64_t i = 0; i < n; i++) {
		const float *row =
			aisp_in_f32(io, TABLE) + index[first + i] * (int64_t)INPUTS;

		for (int k = 0; k < INPUTS; k++)
			x[i * INPUTS + k] = (row[k] - mean[k]) * factor[k];
	}
}

/* The layer of up to HEIGHT rows: behind the n-th the last one again. */
AISP_CLONES static void layer_of_few(float *y, const float *x, const float *w,
				     int64_t n)
{
	float sum[HEIGHT][OUTPUTS] = { { 0 } };

	for (int k = 0; k < INPUTS; k++)
		for (int64_t r = 0; r < HEIGHT; r++)
			for (int j = 0; j < OUTPUTS; j++)
				sum[r][j] += x[(r < n ? r : n - 1) * INPUTS + k] *
					     w[k * OUTPUTS + j];
	for (int64_t r = 0; r < n; r++)
		for (int j = 0; j < OUTPUTS; j++)
			y[r * OUTPUTS + j] = sum[r][j] > 0 ? sum[r][j] : 0;
}

/* Uses x, which holds n rows from `first` on. */
static inline void use_rows(const struct aisp_io *io, const float *x, int64_t first,
			    int64_t n)
{
	for (int64_t i = 0; i < n; i += HEIGHT)
		layer_of_few(aisp_out_f32(io, 0) + (first + i) * OUTPUTS,
			     x + i * INPUTS, aisp_in_f32(io, WEIGHTS),
			     n - i < HEIGHT ? n - i : HEIGHT);
}

#endif
