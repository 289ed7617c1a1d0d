/* SPDX-License-Identifier: MIT
 *
 * A dot product per number, by vectors, in an order that the depth alone decides.
 * FLAGS: -O3
 */
#include "workload_gemm_rows.h"

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

#define LANES 64 /* sums, so that additions do not wait for each other */

AISP_CLONES static float dot(const uint16_t *restrict w, const uint16_t *restrict x,
			     int64_t n)
{
	float sum[LANES] = { 0 }, total = 0;
	int64_t i = 0;

	for (; i + LANES <= n; i += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += from_bf16(w[i + l]) * from_bf16(x[i + l]);
	for (int l = 0; i < n; i++, l++)
		sum[l] += from_bf16(w[i]) * from_bf16(x[i]);
	for (int l = 0; l < LANES; l++)
		total += sum[l];
	return total;
}

static void multiply(const struct aisp_io *io, int o, int x, int w, int64_t rows)
{
	int64_t n = io->param[COLS];

	for (int64_t j = 0; j < n; j++)
		for (int64_t i = 0; i < rows; i++)
			aisp_out_f32(io, o)[i * n + j] = dot(
				row_of(io, w, j), row_of(io, x, i), io->param[DEPTH]);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply(io, Y, X, W, io->param[ROWS]);
	multiply(io, YB, XB, WB, io->param[OTHERS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a dot product per number",
	.run = run,
};
