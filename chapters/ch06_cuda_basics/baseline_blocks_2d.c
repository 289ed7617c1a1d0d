/* SPDX-License-Identifier: MIT
 *
 * Column by column, as whoever thinks of x first writes it: consecutive turns of the
 * loop are a row apart in memory, and no vector can hold them.
 */
#include "workload_blocks_2d.h"

#include "median_blocks_2d.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const uint8_t *a = io->in[0].data;
	uint8_t *y = io->out[0].data;

	(void)state;
	for (int64_t j = 0; j < cols; j++)
		for (int64_t i = 0; i < rows; i++) {
			const uint8_t *row[3] = { a + nearest(i - 1, rows) * cols,
						  a + i * cols,
						  a + nearest(i + 1, rows) * cols };

			y[i * cols + j] = median_at(row, nearest(j - 1, cols), j,
						    nearest(j + 1, cols));
		}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "column by column",
	.run = run,
};
