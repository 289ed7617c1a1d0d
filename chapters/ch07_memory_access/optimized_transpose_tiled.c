/* SPDX-License-Identifier: MIT
 *
 * The same loop, cut into tiles of one cache line (16 floats) a side, so that
 * each line is used whole before it is evicted.
 */
#include "workload_transpose.h"

#define TILE 16

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i0 = 0; i0 < rows; i0 += TILE)
		for (int64_t j0 = 0; j0 < cols; j0 += TILE)
			for (int64_t j = j0; j < min(j0 + TILE, cols); j++)
				for (int64_t i = i0; i < min(i0 + TILE, rows); i++)
					b[j * rows + i] = a[i * cols + j];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "16x16 tiles; whole cache lines on both sides",
	.run = run,
};
