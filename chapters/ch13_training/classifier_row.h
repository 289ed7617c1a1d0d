/* SPDX-License-Identifier: MIT
 *
 * classifier_row.h - all steps on a row while it lies in the second-level cache.
 */
#include <aisp/exp2.h>

#include "classifier_cpu.h"

#define LOG2_E 1.44269504f

/* power becomes e^(x - max); their sum. */
AISP_CLONES static float powers_of(const uint16_t *restrict x, float max,
				   float *restrict power, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++) {
		power[j] = aisp_exp2f((from_bf16(x[j]) - max) * LOG2_E);
		sum += power[j];
	}
	return sum;
}

AISP_CLONES static void scale_to_bf16(const float *restrict power, float factor,
				      uint16_t *restrict dx, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		dx[j] = to_bf16(power[j] * factor);
}

/* power: scratch of a row. */
static inline void classify_row(const struct aisp_io *io, int64_t i, float *power)
{
	int64_t n = io->param[VOCAB],
		target = ((const int32_t *)io->in[TARGET].data)[i];
	uint16_t *x = (uint16_t *)io->out[DLOGITS].data + i * n;
	float max = max_of(x, n), sum = powers_of(x, max, power, n);
	float rows = (float)io->param[ROWS];

	aisp_out_f32(io, LOSS)[i] = logf(sum) + (max - from_bf16(x[target]));
	power[target] -= sum;
	scale_to_bf16(power, 1 / (sum * rows), x, n);
}
