/* SPDX-License-Identifier: MIT
 *
 * bf16_product.h - elements of A B^T in bf16, for the references of several
 * workloads, and what their accumulation in fp32 may be off by.
 */
#ifndef AISP_BF16_PRODUCT_H
#define AISP_BF16_PRODUCT_H

#include <aisp/workload.h>
#include <float.h>
#include <string.h>

#define BF16_LANES 8

static inline float bf16_to_float(uint16_t x)
{
	uint32_t bits = (uint32_t)x << 16;
	float f;

	memcpy(&f, &bits, sizeof(f));
	return f;
}

static inline void widen(const uint16_t *x, int64_t n, float *to)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = bf16_to_float(x[i]);
}

/* The sum of k products, k a multiple of BF16_LANES; *mag: of their absolute values. */
static inline double product_of(const float *a, const uint16_t *b, int64_t k,
				double *mag)
{
	double s[BF16_LANES] = { 0 }, m[BF16_LANES] = { 0 }, sum = 0;

	for (int64_t p = 0; p < k; p += BF16_LANES)
		for (int i = 0; i < BF16_LANES; i++) {
			double x = (double)a[p + i] * (double)bf16_to_float(b[p + i]);

			s[i] += x;
			m[i] += fabs(x);
		}
	*mag = 0;
	for (int i = 0; i < BF16_LANES; i++) {
		sum += s[i];
		*mag += m[i];
	}
	return sum;
}

/*
 * What k roundings to fp32 may add up to, given the sum of the absolute values;
 * products that underflow are off by up to half a subnormal.
 */
static inline double accumulated(int64_t k, double mag)
{
	return aisp_error_sum(k) * FLT_EPSILON / 2 * mag + (double)k * FLT_MIN;
}

#endif
