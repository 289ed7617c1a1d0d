/* SPDX-License-Identifier: MIT
 *
 * A transpose and two products of one kind, C += A B, whose inner loop is a vector loop
 * along the rows of B and C.  A row of C passes through the registers once for each row
 * of B.
 * FLAGS: -O3
 */
#include "workload_linear_bwd.h"

#include <string.h>

#include "linear_bias.h"

/* c[m][n] += a[m][k] b[k][n] */
AISP_CLONES static void multiply(float *restrict c, const float *restrict a,
				 const float *restrict b, int64_t m, int64_t n,
				 int64_t k)
{
	for (int64_t i = 0; i < m; i++)
		for (int64_t p = 0; p < k; p++)
			for (int64_t j = 0; j < n; j++)
				c[i * n + j] += a[i * k + p] * b[p * n + j];
}

static void transpose(const float *a, float *to, int64_t rows, int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			to[j * rows + i] = a[i * cols + j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS];
	const float *dy = aisp_in_f32(io, DY);
	float *dx = aisp_out_f32(io, DX), *turned = io->workspace;

	(void)state;
	memset(dx, 0, (size_t)(rows * in) * sizeof(*dx));
	multiply(dx, dy, aisp_in_f32(io, W), rows, in, out);
	transpose(dy, turned, rows, out);
	multiply(aisp_out_f32(io, DW), turned, aisp_in_f32(io, X), out, in, rows);
	add_columns(aisp_out_f32(io, DB), dy, rows, out, 0, out);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a transpose and two products of vector loops",
	.run = run,
};
