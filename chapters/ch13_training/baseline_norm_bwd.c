/* SPDX-License-Identifier: MIT
 *
 * One output after the other, each by vector loops along the rows: dy is read three
 * times, x twice.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_norm_bwd.h"

#include <string.h>

#include "norm_cpu.h"

AISP_CLONES static void gradient_row(const struct norm_row *r)
{
	const uint16_t *restrict x16 = r->x, *restrict dy16 = r->dy;
	const uint16_t *restrict gain = r->gain;
	float mean = r->mean, rstd = r->rstd, h_sum = 0, hx_sum = 0;

#pragma omp simd reduction(+ : h_sum, hx_sum)
	for (int64_t j = 0; j < r->n; j++) {
		float h = from_bf16(dy16[j]) * from_bf16(gain[j]);

		h_sum += h;
		hx_sum += h * ((from_bf16(x16[j]) - mean) * rstd);
	}
	finish_row(r, h_sum / (float)r->n, hx_sum / (float)r->n);
}

AISP_CLONES static void gain_row(const struct norm_row *r, float *restrict dgain)
{
	const uint16_t *restrict x = r->x, *restrict dy = r->dy;
	float mean = r->mean, rstd = r->rstd;

	for (int64_t j = 0; j < r->n; j++)
		dgain[j] += from_bf16(dy[j]) * ((from_bf16(x[j]) - mean) * rstd);
}

AISP_CLONES static void bias_row(const struct norm_row *r, float *restrict dbias)
{
	const uint16_t *restrict dy = r->dy;

	for (int64_t j = 0; j < r->n; j++)
		dbias[j] += from_bf16(dy[j]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float *dgain = aisp_out_f32(io, DGAIN), *dbias = aisp_out_f32(io, DBIAS);
	struct norm_row r;

	(void)state;
	memset(dgain, 0, (size_t)cols * sizeof(*dgain));
	memset(dbias, 0, (size_t)cols * sizeof(*dbias));
	for (int64_t i = 0; i < rows; i++)
		r = norm_row_of(io, i), gradient_row(&r);
	for (int64_t i = 0; i < rows; i++)
		r = norm_row_of(io, i), gain_row(&r, dgain);
	for (int64_t i = 0; i < rows; i++)
		r = norm_row_of(io, i), bias_row(&r, dbias);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one output after the other",
	.run = run,
};
