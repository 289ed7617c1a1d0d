/* SPDX-License-Identifier: MIT
 *
 * Many accumulators, so that no addition waits for another.
 */
#include "row_sum.h"
#include "workload_reduce.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		aisp_out_f32(io, 0)[i] =
			row_sum(aisp_in_f32(io, 0) + i * cols, cols, 0);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 accumulators in vectors",
	.run = run,
};
