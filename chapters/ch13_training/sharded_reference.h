/* SPDX-License-Identifier: MIT
 *
 * sharded_reference.h - what contracts of a step of AdamW share whose moments lie at
 * several ranks: its constants, and an element after the step in double.
 *
 *     m = b1 m + (1 - b1) g,  v = b2 v + (1 - b2) g^2
 *     p = p - lr (m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps) + decay p)
 */
#ifndef SHARDED_REFERENCE_H
#define SHARDED_REFERENCE_H

#include "adam_hyper.h"

enum { P, M, V }; /* outputs */
enum { DECAY = N_ADAM_HYPER, SHARE, N_HYPER };

#define STEP_C 16 /* about as many roundings lie behind an element */

static inline void put_hyper(float *hyper, uint64_t bits, int64_t ranks)
{
	put_adam_hyper(hyper, bits);
	hyper[DECAY] = 0.1f;
	hyper[SHARE] = 1 / (float)ranks;
}

/* Second moments are no less than the squares of the first, as means of squares are. */
static inline void put_second(float *v, const float *m, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		v[i] = v[i] * v[i] + m[i] * m[i];
}

/* An element after the step, and the sum of its terms' magnitudes, by output. */
struct stepped {
	double x[V + 1], mag[V + 1];
};

/*
 * From p, m and v; from g, a sum whose terms' magnitudes add up to size.  The root and
 * what it divides move p by their relative errors.
 */
static inline void step_from(const float *h, double p, double m, double v, double g,
			     double size, struct stepped *s)
{
	double b1 = (double)h[B1], b2 = (double)h[B2], lr = (double)h[LR];
	double root, unit, far;

	s->x[M] = b1 * m + (1 - b1) * g;
	s->mag[M] = fabs(b1 * m) + (1 - b1) * size;
	s->x[V] = b2 * v + (1 - b2) * g * g;
	s->mag[V] = b2 * v + (1 - b2) * (2 * fabs(g) * size + 0x1p-18 * size * size) +
		    0x1p-126;
	root = sqrt(s->x[V] / (double)h[BIAS2]) + (double)h[EPS];
	unit = lr / (double)h[BIAS1] / root;
	far = fmin(s->mag[V] / fmax(s->x[V], 0x1p-149), 0x1p26);
	s->x[P] = p - s->x[M] * unit - lr * (double)h[DECAY] * p;
	s->mag[P] = fabs(p) + (s->mag[M] + fabs(s->x[M]) * far) * unit +
		    fabs(lr * (double)h[DECAY] * p) + 0x1p-126 * (1 + unit);
}

#endif
