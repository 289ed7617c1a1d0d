/* SPDX-License-Identifier: MIT
 *
 * Sixty-four sums in the machine's widest registers: four to eight chains of
 * vectors, and a load brings up to sixteen elements.
 * FLAGS: -O3 -ftree-vectorize
 */
#include "workload_accumulators.h"
#include <aisp/clones.h>

#define LANES 64

AISP_CLONES static float dot(const float *restrict x, const float *restrict y,
			     int64_t n)
{
	float sum[LANES] = { 0 };
	int64_t j = 0;

	for (; j + LANES <= n; j += LANES)
		for (int l = 0; l < LANES; l++)
			sum[l] += x[j + l] * y[j + l];
	for (int l = 0; j < n; j++, l++)
		sum[l] += x[j] * y[j];
	for (int half = LANES / 2; half > 0; half /= 2)
		for (int l = 0; l < half; l++)
			sum[l] += sum[l + half];
	return sum[0];
}

#include "dots_accumulators.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "chains of vectors in the widest registers",
	.run = run,
};
