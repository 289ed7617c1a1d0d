/* SPDX-License-Identifier: MIT
 *
 * Three functions of a framework: an all-reduce of everything, a sum of two matrices,
 * and a norm; each finds what the one before it left, in memory or a distant cache.
 * FLAGS: -O3 -fopenmp-simd -fno-math-errno
 */
#include "workload_norm_allreduce.h"

#include <errno.h>
#include <stdlib.h>

#include "norm_allreduce_cpu.h"

AISP_CLONES static float squares_of(const uint16_t *restrict r, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++) {
		float v = from_bf16(r[j]);

		sum += v * v;
	}
	return sum;
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = malloc((size_t)(io->param[ROWS] * io->param[COLS]) * sizeof(float));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float *sum = state;
	uint16_t *its_r = io->out[R].data, *y = io->out[Y].data;

	memcpy(r->window[r->rank], io->in[X].data, (size_t)(rows * cols) * 2);
	aisp_rank_barrier(r, 1);
	for (int k = 0; k < r->n; k++)
		take_row(sum, shown_row(io, k, 0), k == 0, rows * cols);
	end_row(its_r, sum, row_of(&io->in[RESIDUAL], 0), rows * cols);
	for (int64_t i = 0; i < rows; i++) {
		const uint16_t *row = its_r + i * cols;

		norm_row(y + i * cols, row, row_of(&io->in[GAIN], 0),
			 squares_of(row, cols), cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all-reduce, then the sums, then the norms",
	.setup = setup,
	.run = run,
	.teardown = free,
};
