/* SPDX-License-Identifier: MIT
 *
 * Three passes, as three kernels would be called: all scales, all quotients, then the
 * transpose of the result.
 * FLAGS: -O3
 */
#include "workload_quantise_rows.h"

#include "e4m3_cpu.h"

static int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void find_scales(const uint16_t *x, float *scale, const int64_t *p)
{
	int64_t cols = p[COLS], n = block_elems(p);

	for (int64_t i = 0; i < p[ROWS]; i++)
		for (int64_t j = 0; j < cols; j += n)
			*scale++ = scale_of(max_of(x + i * cols + j, min(n, cols - j)));
}

static void divide(const uint16_t *x, const float *scale, uint8_t *q, const int64_t *p)
{
	int64_t cols = p[COLS], n = block_elems(p);

	for (int64_t i = 0; i < p[ROWS]; i++)
		for (int64_t j = 0; j < cols; j += n)
			quantise(x + i * cols + j, min(n, cols - j), 1 / *scale++,
				 q + i * cols + j);
}

static void transpose(const uint8_t *q, uint8_t *qt, int64_t rows, int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			qt[j * rows + i] = q[i * cols + j];
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = io->in[0].data;
	uint8_t *q = io->out[Q].data;

	(void)state;
	find_scales(x, aisp_out_f32(io, SCALE), io->param);
	divide(x, aisp_out_f32(io, SCALE), q, io->param);
	transpose(q, io->out[QT].data, io->param[ROWS], io->param[COLS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "scales, quotients and transpose in three passes",
	.run = run,
};
