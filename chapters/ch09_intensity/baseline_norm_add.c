/* SPDX-License-Identifier: MIT
 *
 * Two functions of a framework: a sum of two matrices, and a norm, which reads the sum
 * from memory again.
 * FLAGS: -O3 -fopenmp-simd -fno-math-errno
 */
#include "workload_norm_add.h"

#include "bf16_squares.h"
#include "norm_add_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	uint16_t *r = (uint16_t *)io->out[R].data;

	(void)state;
	add_row(r, (const uint16_t *)io->in[X].data,
		(const uint16_t *)io->in[RESIDUAL].data, rows * cols);
	for (int64_t i = 0; i < rows; i++)
		scale_row((uint16_t *)io->out[Y].data + i * cols, r + i * cols,
			  (const uint16_t *)io->in[GAIN].data,
			  scale_of(squares_of(r + i * cols, cols), cols), cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all sums, then all norms",
	.run = run,
};
