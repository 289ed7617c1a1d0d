/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

#include "quarters_accumulators.h"

static void four_sums(const float *x, const float *y, int64_t n, float s[4])
{
	int64_t j = 0;

	for (; j + 4 <= n; j += 4)
		for (int k = 0; k < 4; k++)
			s[k] += x[j + k] * y[j + k];
	for (; j < n; j++)
		s[j % 4] += x[j] * y[j];
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four independent chains",
	.run = run,
};
