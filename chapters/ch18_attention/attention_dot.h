/* SPDX-License-Identifier: MIT
 *
 * attention_dot.h - for references in fp32: a product, and what its error follows.
 */
#ifndef ATTENTION_DOT_H
#define ATTENTION_DOT_H

#include <math.h>
#include <stdint.h>

/* The dot product, and that of the absolute values in *mag. */
static double dot(const float *a, const float *b, int64_t n, double *mag)
{
	double sum = 0;

	*mag = 0;
	for (int64_t c = 0; c < n; c++) {
		double x = (double)a[c] * (double)b[c];

		sum += x;
		*mag += fabs(x);
	}
	return sum;
}

#endif
