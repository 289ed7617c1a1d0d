/* SPDX-License-Identifier: MIT
 *
 * gemm_row.h - the inner loops of the steps along rows.
 */
#ifndef GEMM_ROW_H
#define GEMM_ROW_H

#include <stdint.h>

/* c[0..width) += depth elements of a times as many rows of b. */
static __attribute__((noinline)) void row(const float *restrict a, int64_t depth,
					  const float *restrict b, int64_t ldb,
					  float *restrict c, int64_t width)
{
	for (int64_t p = 0; p < depth; p++)
		for (int64_t j = 0; j < width; j++)
			c[j] += a[p] * b[p * ldb + j];
}

#endif
