/* SPDX-License-Identifier: MIT
 *
 * chain_pass.h - one step of the chain over a stretch of memory, on the CPU: the kind
 * of step is decoded once for all elements, before a vector loop.  y may be the source,
 * too.
 */
#ifndef CHAIN_PASS_H
#define CHAIN_PASS_H

#include <aisp/clones.h>

/* No iteration needs another's result, which restrict could not say of y and from. */
#define EACH(n) _Pragma("omp simd") for (int64_t i = 0; i < (n); i++)

AISP_CLONES static void pass(enum step step, float *y, const float *from,
			     const float *a, const float *b, int64_t n)
{
	switch (step) {
	case ADD:
		EACH(n) y[i] = from[i] + a[i];
		break;
	case MULTIPLY:
		EACH(n) y[i] = from[i] * b[i];
		break;
	case CLIP:
		EACH(n) y[i] = from[i] > 0 ? from[i] : 0;
		break;
	case SQUASH:
		EACH(n) y[i] = from[i] / (1 + fabsf(from[i]));
		break;
	default:
		EACH(n) y[i] = from[i] / 2 - a[i];
		break;
	}
}

#endif
