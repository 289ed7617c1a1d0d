/* SPDX-License-Identifier: MIT
 *
 * grad_norm_cpu.h - the scaling factor that follows from the norm.
 */
#ifndef GRAD_NORM_CPU_H
#define GRAD_NORM_CPU_H

#include <aisp/clones.h>

static inline float factor_of(double norm)
{
	return norm > MOST_NORM ? (float)(MOST_NORM / norm) : 1;
}

AISP_CLONES static void scale(float *g, float factor, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		g[i] *= factor;
}

#endif
