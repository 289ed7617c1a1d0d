/* SPDX-License-Identifier: MIT
 *
 * lanes_divergence.h - points through Horner's rule, STRIP at a time so that additions
 * of several vectors are under way.
 */
#ifndef LANES_DIVERGENCE_H
#define LANES_DIVERGENCE_H

#include <aisp/clones.h>

#define STRIP 128

static inline float clamped(float x)
{
	return x < -1 ? -1 : x > 1 ? 1 : x;
}

/* y[0..STRIP) of one polynomial. */
static inline void horner_strip(const float *c, int64_t degree, const float *t,
				float *y)
{
	for (int i = 0; i < STRIP; i++)
		y[i] = c[degree];
	for (int64_t k = degree - 1; k >= 0; k--)
		for (int i = 0; i < STRIP; i++)
			y[i] = y[i] * t[i] + c[k];
}

#endif
