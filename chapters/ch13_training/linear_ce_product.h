/* SPDX-License-Identifier: MIT
 *
 * linear_ce_product.h - a logit in double precision, for the reference: a softmax needs
 * all of them, so that it is fast.
 */
#ifndef LINEAR_CE_PRODUCT_H
#define LINEAR_CE_PRODUCT_H

#include <aisp/clones.h>
#include <math.h>
#include <stdint.h>

#define LANES 16

/* The sum of n products, and of their absolute values. */
AISP_CLONES __attribute__((optimize("O3"))) static double
product_of(const float *h, const float *w, int64_t n, double *size)
{
	double sums[LANES] = { 0 }, sizes[LANES] = { 0 }, x = 0;
	int64_t k = 0;

	for (; k + LANES <= n; k += LANES)
		for (int i = 0; i < LANES; i++) {
			double t = (double)h[k + i] * (double)w[k + i];

			sums[i] += t;
			sizes[i] += fabs(t);
		}
	*size = 0;
	for (int i = 0; i < LANES; i++) {
		x += sums[i];
		*size += sizes[i];
	}
	for (; k < n; k++) {
		x += (double)h[k] * (double)w[k];
		*size += fabs((double)h[k] * (double)w[k]);
	}
	return x;
}

#endif
