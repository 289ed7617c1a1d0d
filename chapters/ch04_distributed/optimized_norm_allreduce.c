/* SPDX-License-Identifier: MIT
 *
 * Row by row: each row is shown with a signal of its own, one row ahead, and is summed,
 * added and normalised while it is in the first-level cache.
 * FLAGS: -O3 -fopenmp-simd -fno-math-errno
 */
#include "workload_norm_allreduce.h"

#include "norm_allreduce_cpu.h"

static void show_row(const struct aisp_io *io, int64_t row)
{
	const struct aisp_ranks *r = io->ranks;

	memcpy(shown_row(io, r->rank, row), row_of(&io->in[X], row),
	       (size_t)io->param[COLS] * 2);
	aisp_signal_set(r, r->rank, 0, (uint32_t)row + 1);
}

static void await_row(const struct aisp_ranks *r, int64_t row)
{
	for (int far = 1; far < r->n; far++)
		aisp_signal_wait(r, (r->rank + far) % r->n, 0, (uint32_t)row + 1);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	uint16_t *r = io->out[R].data, *y = io->out[Y].data;
	float sum[MOST_COLS];

	(void)state;
	show_row(io, 0);
	for (int64_t i = 0; i < rows; i++) {
		float squares;

		if (i + 1 < rows)
			show_row(io, i + 1);
		await_row(io->ranks, i);
		sum_row(io, i, sum);
		squares =
			end_row(r + i * cols, sum, row_of(&io->in[RESIDUAL], i), cols);
		norm_row(y + i * cols, r + i * cols, row_of(&io->in[GAIN], 0), squares,
			 cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sum and norm of a row while it is in a cache",
	.run = run,
};
