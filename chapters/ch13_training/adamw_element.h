/* SPDX-License-Identifier: MIT
 *
 * adamw_element.h - the step on one element, by a thread that has it in registers.
 */
#ifndef ADAMW_ELEMENT_H
#define ADAMW_ELEMENT_H

#include <aisp/cuda.h>

/* What a launch reads once for all its elements. */
struct adamw_rates {
	float lr, b1, b2, eps, over_bias1, over_bias2;
	float clip; /* what gradients are multiplied by */
};

static __device__ void adamw_element(float *p, float *m, float *v, float raw,
				     const struct adamw_rates *r, float decay)
{
	float g = r->clip * raw;

	*m = r->b1 * *m + (1 - r->b1) * g;
	*v = r->b2 * *v + (1 - r->b2) * g * g;
	*p -= r->lr *
	      (*m * r->over_bias1 / (sqrtf(*v * r->over_bias2) + r->eps) + decay * *p);
}

#endif
