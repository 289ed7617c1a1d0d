/* SPDX-License-Identifier: MIT
 *
 * The fused pass on the machine's widest vectors, chosen when it is loaded.  The
 * sum runs in four of them: an addition waits for the last one of its own sum
 * only, so the loads of a row, not the chain of its additions, set the pace.
 * FLAGS: -O3
 * AFTER: normalise_fused
 */
#include "workload_normalise.h"

#define SUMS       4
#define MOST_WIDTH AISP_LANES

#define AISP_KERNEL "normalise_row.h"
#include <aisp/each_level.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float scale = 1 / sqrtf(AISP_BEST(sum_squares)(x, cols) / (float)cols +
					NORM_EPS);

		AISP_BEST(scale_row)
		(x, aisp_in_f32(io, 1), cols, scale, aisp_out_f32(io, 0) + i * cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, four sums, vectors of the machine's width",
	.run = run,
};
