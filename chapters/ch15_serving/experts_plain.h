/* SPDX-License-Identifier: MIT
 *
 * experts_plain.h - a token at an expert, each number a dot product of two rows.
 */
#ifndef EXPERTS_PLAIN_H
#define EXPERTS_PLAIN_H

#include "experts_cpu.h"

AISP_CLONES static float dot_rows(const uint16_t *restrict w,
				  const uint16_t *restrict x, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t c = 0; c < n; c++)
		sum += from_bf16(w[c]) * from_bf16(x[c]);
	return sum;
}

static inline void meet(const struct experts *m, int64_t e, const uint16_t *x,
			uint16_t *h, float weight, float *sum)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	const uint16_t *w1 = m->w1 + e * inner * width, *w3 = m->w3 + e * inner * width;
	const uint16_t *w2 = m->w2 + e * inner * width;

	for (int64_t i = 0; i < inner; i++) {
		float g = dot_rows(w1 + i * width, x, width);

		h[i] = to_bf16(g / (1 + expf(-g)) * dot_rows(w3 + i * width, x, width));
	}
	for (int64_t c = 0; c < width; c++)
		sum[c] += weight * dot_rows(w2 + c * inner, h, inner);
}

#endif
