/* SPDX-License-Identifier: MIT
 *
 * Row by row.  Reads stream; each write lands a column's length past the last
 * one, so every store opens another cache line and another page, and when the
 * length is a power of two they fall into the same few cache sets.
 */
#include "workload_transpose.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t rows = io->param[ROWS], cols = io->param[COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			b[j * rows + i] = a[i * cols + j];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "row order; strided stores",
	.run = run,
};
