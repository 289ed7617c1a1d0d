/* SPDX-License-Identifier: MIT
 *
 * SplitMix64 (G. Steele et al., OOPSLA 2014), independent of the code under test.
 */
#ifndef RANDOM_DRAW_H
#define RANDOM_DRAW_H

#include <math.h>
#include <stdint.h>

static uint64_t seed;

static inline uint64_t draw(void)
{
	uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* In (0, 1). */
static inline double uniform(void)
{
	return (double)(draw() >> 11) * 0x1p-53 + 0x1p-54;
}

/* Box and Muller, 1958 */
static inline double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}

#endif
