/* SPDX-License-Identifier: MIT
 *
 * chain_step.h - one step of the chain on the GPU, for variants that look at run time
 * which one it is.
 */
#ifndef CHAIN_STEP_H
#define CHAIN_STEP_H

#include <aisp/cuda.h>

static __device__ float apply(enum step step, float y, float a, float b)
{
	switch (step) {
	case ADD:
		return y + a;
	case MULTIPLY:
		return y * b;
	case CLIP:
		return fmaxf(y, 0);
	case SQUASH:
		return y / (1 + fabsf(y));
	default:
		return y / 2 - a;
	}
}

#endif
