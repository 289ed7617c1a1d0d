/* SPDX-License-Identifier: MIT
 *
 * Continuous batching (G. Yu et al., Orca, OSDI 2022): who has come is in the next
 * step, and each weight that is read serves all seats.
 * FLAGS: -O3
 */
#include "workload_serve.h"

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

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all who have come share each weight",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
