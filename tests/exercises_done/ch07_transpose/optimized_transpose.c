/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 */
#include "workload_transpose.h"

#define TILE 8

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i0 = 0; i0 < rows; i0 += TILE)
		for (int64_t j0 = 0; j0 < cols; j0 += TILE)
			for (int64_t k = 0; k < TILE * TILE; k++) {
				int64_t i = i0 + k % TILE, j = j0 + k / TILE;

				if (i < rows && j < cols)
					b[j * rows + i] = a[i * cols + j];
			}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8x8 tiles",
	.run = run,
};
