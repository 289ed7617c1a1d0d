/* SPDX-License-Identifier: MIT
 *
 * An output at a time: 25 loads, 25 multiplications, and sums that wait for each other.
 * Only outputs near an edge ask whether their inputs are there.
 */
#include "workload_tiling.h"

#include "edges.h"

static float inner(const float *a, const float *w, int64_t cols)
{
	float sum = 0;

	for (int64_t r = 0; r < TAPS; r++)
		for (int64_t c = 0; c < TAPS; c++)
			sum += w[r * TAPS + c] * a[r * cols + c];
	return sum;
}

static void filter_row(const struct aisp_io *io, int64_t i)
{
	const float *a = aisp_in_f32(io, 0), *w = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];
	float *b = aisp_out_f32(io, 0) + i * cols;

	filter_edge(io, i, 0, RADIUS);
	for (int64_t j = RADIUS; j < cols - RADIUS; j++)
		b[j] = inner(a + (i - RADIUS) * cols + j - RADIUS, w, cols);
	filter_edge(io, i, cols - RADIUS, cols);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		if (i < RADIUS || i >= rows - RADIUS)
			filter_edge(io, i, 0, io->param[COLS]);
		else
			filter_row(io, i);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "an output at a time, 25 loads each",
	.run = run,
};
