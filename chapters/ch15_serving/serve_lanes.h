/* SPDX-License-Identifier: MIT
 *
 * serve_lanes.h - a layer of all seats: a weight that is read serves each of them.
 */
#include <aisp/clones.h>

#define LANES SEATS
#define ROWS  4 /* of weights, that share the states that are read */

#include "serve_cpu.h"

#define INLINE static inline __attribute__((always_inline))

/* n rows of weights meet the states of all seats. */
INLINE void rows(float *sum, const float *w, const float *state, int64_t width, int n)
{
	const lanes *x = (const lanes *)state;
	lanes part[ROWS] = { { 0 } };

	for (int64_t j = 0; j < width; j++)
		for (int r = 0; r < n; r++)
			part[r] += w[r * width + j] * x[j];
	for (int r = 0; r < n; r++)
		((lanes *)sum)[r] = part[r];
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
