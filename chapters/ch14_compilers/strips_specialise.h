/* SPDX-License-Identifier: MIT
 *
 * strips_specialise.h - STRIP outputs at a time, whose sums stay in registers, by the
 * filter_strip() of the step that includes it; the outputs behind the last strip one by
 * one.
 */
#ifndef STRIPS_SPECIALISE_H
#define STRIPS_SPECIALISE_H

#include <aisp/clones.h>

#define STRIP 64

/* Before the loop over taps. */
#ifndef UNROLL_TAPS
#define UNROLL_TAPS
#endif

/* The body of a strip: where taps and apart are constants, no loop over taps is left
 * and each c[t] is fetched once for the whole strip. */
static inline __attribute__((always_inline)) void
filter_sums(float *restrict y, const float *restrict x, const float *restrict c,
	    int64_t taps, int64_t apart)
{
	float sum[STRIP] = { 0 };

	UNROLL_TAPS
	for (int64_t t = 0; t < taps; t++)
		for (int k = 0; k < STRIP; k++)
			sum[k] += c[t] * x[apart * t + k];
	for (int k = 0; k < STRIP; k++)
		y[k] = sum[k];
}

static inline void filter_rest(float *y, const float *x, const float *c,
			       const int64_t *p, int64_t i)
{
	for (; i < p[N]; i++) {
		float sum = 0;

		for (int64_t t = 0; t < p[TAPS]; t++)
			sum += c[t] * x[i + p[APART] * t];
		y[i] = sum;
	}
}

#endif
