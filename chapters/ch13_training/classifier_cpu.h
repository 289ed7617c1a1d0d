/* SPDX-License-Identifier: MIT
 *
 * classifier_cpu.h - the largest logit of a row, by vectors.
 */
#ifndef CLASSIFIER_CPU_H
#define CLASSIFIER_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

AISP_CLONES static float max_of(const uint16_t *restrict x, int64_t n)
{
	float max = from_bf16(x[0]);

#pragma omp simd reduction(max : max)
	for (int64_t j = 0; j < n; j++) {
		float a = from_bf16(x[j]);

		max = a > max ? a : max;
	}
	return max;
}

#endif
