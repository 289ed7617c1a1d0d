/* SPDX-License-Identifier: MIT
 *
 * adam_hyper.h - hyperparameters of a step of AdamW, as all contracts of one have them.
 */
#ifndef ADAM_HYPER_H
#define ADAM_HYPER_H

#include <aisp/workload.h>

enum { LR, B1, B2, EPS, BIAS1, BIAS2, N_ADAM_HYPER }; /* BIAS1: 1 - b1^t */

/* Draws one of the first hundred steps, whose bias correction matters. */
static inline void put_adam_hyper(float *hyper, uint64_t bits)
{
	double step = 1 + (double)(bits % 100);

	hyper[LR] = 1e-4f * (float)(1 + (bits >> 16) % 10);
	hyper[B1] = 0.9f;
	hyper[B2] = bits >> 32 & 1 ? 0.999f : 0.95f;
	hyper[EPS] = 1e-8f;
	hyper[BIAS1] = (float)(1 - pow((double)hyper[B1], step));
	hyper[BIAS2] = (float)(1 - pow((double)hyper[B2], step));
}

#endif
