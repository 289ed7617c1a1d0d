/* SPDX-License-Identifier: MIT
 *
 * bf16_squares.h - the sum of squares of numbers in bf16, by vectors.
 */
#ifndef BF16_SQUARES_H
#define BF16_SQUARES_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

AISP_CLONES static float squares_of(const uint16_t *restrict r, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++)
		sum += from_bf16(r[j]) * from_bf16(r[j]);
	return sum;
}

#endif
