/* SPDX-License-Identifier: MIT
 *
 * STRIP rows are summed, each in SUMS vectors side by side, and scaled while they are
 * in a cache.  Made by `aisp tune` from template_normalise.c: the definitions below are
 * what it chose.
 * FLAGS: -O3
 */
#include "workload_normalise.h"

#include <aisp/stream_store.h>

enum {
	SUMS = AISP_TUNE_SUMS,
	MOST_WIDTH = AISP_TUNE_WIDTH,
	STRIP = AISP_TUNE_STRIP,
	IS_STREAMED = AISP_TUNE_STREAM,
	PART = 128 /* elements that are made in a cache and stored from there */
};

#define AISP_KERNEL "normalise_row.h"
#include <aisp/each_level.h>

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void put_row(const float *x, const float *g, int64_t n, float scale, float *y)
{
	float made[PART];

	if (!IS_STREAMED) {
		AISP_BEST(scale_row)(x, g, n, scale, y);
		return;
	}
	for (int64_t j = 0; j < n; j += PART) {
		int64_t part = min(PART, n - j);

		AISP_BEST(scale_row)(x + j, g + j, part, scale, made);
		aisp_stream_store(y + j, made, part * (int64_t)sizeof(float));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];
	const float *x = aisp_in_f32(io, 0);
	float scale[STRIP], *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i0 = 0; i0 < rows; i0 += STRIP) {
		int64_t end = min(i0 + STRIP, rows);

		for (int64_t i = i0; i < end; i++)
			scale[i - i0] =
				1 / sqrtf(AISP_BEST(sum_squares)(x + i * cols, cols) /
						  (float)cols +
					  NORM_EPS);
		for (int64_t i = i0; i < end; i++)
			put_row(x + i * cols, aisp_in_f32(io, 1), cols, scale[i - i0],
				y + i * cols);
	}
	if (IS_STREAMED)
		aisp_stream_end();
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sums and strips of rows, shaped by a search",
	.run = run,
};
