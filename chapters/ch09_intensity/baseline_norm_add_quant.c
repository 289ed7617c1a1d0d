/* SPDX-License-Identifier: MIT
 *
 * Three functions of a framework, each for the whole matrix: a sum, a norm, and a
 * quantisation with a scale per row.  y lies in memory between the last two.
 * FLAGS: -O3 -fopenmp-simd -fno-math-errno
 */
#include "workload_norm_add_quant.h"

#include "bf16_squares.h"
#include "norm_add_quant_cpu.h"

AISP_CLONES static void scale_row(uint16_t *restrict y, const uint16_t *restrict r,
				  const uint16_t *restrict gain, float by, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = to_bf16(from_bf16(r[j]) * by * from_bf16(gain[j]));
}

AISP_CLONES static float max_of(const uint16_t *restrict y, int64_t n)
{
	uint16_t max = 0;

	for (int64_t j = 0; j < n; j++) {
		uint16_t a = y[j] & 0x7fff;

		max = a > max ? a : max;
	}
	return from_bf16(max);
}

AISP_CLONES static void divide_row(uint8_t *restrict q, const uint16_t *restrict y,
				   float inverse, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		q[j] = to_e4m3(from_bf16(y[j]) * inverse);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	uint16_t *y = io->workspace;
	struct place all = place_of(io, 0);

	(void)state;
	add_row(all.r, all.x, all.residual, rows * cols);
	for (int64_t i = 0; i < rows; i++) {
		struct place p = place_of(io, i);

		scale_row(y + p.at, p.r, p.gain,
			  inverse_rms(squares_of(p.r, cols), cols), cols);
	}
	for (int64_t i = 0; i < rows; i++) {
		struct place p = place_of(io, i);

		*p.scale = scale_of(max_of(y + p.at, cols));
		divide_row(p.q, y + p.at, 1 / *p.scale, cols);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all sums, all norms, then all quotients",
	.run = run,
};
