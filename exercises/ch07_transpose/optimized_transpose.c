/* SPDX-License-Identifier: MIT
 *
 * Exercise: transpose in tiles of 8 x 8, so that each line that is fetched is used
 * whole while it lies in the first cache.  Edges need not be multiples of 8.
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
			b[j0 * rows + i0] = a[i0 * cols + j0]; /* yours: the tile */
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "8x8 tiles",
	.run = run,
};
