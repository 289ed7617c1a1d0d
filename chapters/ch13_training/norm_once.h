/* SPDX-License-Identifier: MIT
 *
 * norm_once.h - all results of a row, in one pass.
 */
#include "norm_cpu.h"

/* A row's dx, and its part of dgain and dbias, while it lies in the first cache. */
AISP_CLONES static void norm_row_once(const struct norm_row *r, float *restrict dgain,
				      float *restrict dbias)
{
	const uint16_t *restrict x16 = r->x, *restrict dy16 = r->dy;
	const uint16_t *restrict gain = r->gain;
	float mean = r->mean, rstd = r->rstd, h_sum = 0, hx_sum = 0;

#pragma omp simd reduction(+ : h_sum, hx_sum)
	for (int64_t j = 0; j < r->n; j++) {
		float x = (from_bf16(x16[j]) - mean) * rstd, dy = from_bf16(dy16[j]);
		float h = dy * from_bf16(gain[j]);

		h_sum += h;
		hx_sum += h * x;
		dgain[j] += dy * x;
		dbias[j] += dy;
	}
	finish_row(r, h_sum / (float)r->n, hx_sum / (float)r->n);
}
