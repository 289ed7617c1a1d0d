/* SPDX-License-Identifier: MIT
 *
 * serve_lanes.h - a layer of all seats: a weight that is read serves each of them.
 */
#include <aisp/clones.h>

#define LANES SEATS
#define ROWS  6 /* of weights, that share the states that are read */

#include "serve_cpu.h"

/* Numbers of a vector.  One that the machine has not is taken apart in memory, at many
 * times the price, and most machines have no more than these. */
#ifdef __x86_64__
#define WIDE 8
#else
#define WIDE 4
#endif
#define VECTORS (LANES / WIDE)

typedef float wide __attribute__((vector_size(4 * WIDE), may_alias));

#define INLINE static inline __attribute__((always_inline))

/* n rows of weights meet the states of all seats. */
INLINE void rows(float *sum, const float *w, const float *state, int64_t width, int n)
{
	const wide *x = (const wide *)state;
	wide part[ROWS][VECTORS] = { { { 0 } } };

	for (int64_t j = 0; j < width; j++)
		for (int r = 0; r < n; r++)
			for (int v = 0; v < VECTORS; v++)
				part[r][v] += w[r * width + j] * x[j * VECTORS + v];
	memcpy(sum, part, (size_t)n * sizeof(*part));
}

AISP_CLONES static void layer(float *sum, const float *weights, const float *state,
			      int64_t width)
{
	int64_t i = 0;

	for (; i + ROWS <= width; i += ROWS)
		rows(sum + i * LANES, weights + i * width, state, width, ROWS);
	for (; i < width; i++)
		rows(sum + i * LANES, weights + i * width, state, width, 1);
}
