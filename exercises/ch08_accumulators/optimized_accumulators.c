/* SPDX-License-Identifier: MIT
 *
 * Exercise: four sums in place of one, so that four additions are under way: product j
 * goes to sum j % 4, which run() checks.  The length need not be a multiple of four.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

#include "quarters_accumulators.h"

static void four_sums(const float *x, const float *y, int64_t n, float s[restrict 4])
{
	float sum = 0; /* a local sum can stay in a register */

	/* yours: only a quarter of the products is added here */
	for (int64_t j = 0; j + 4 <= n; j += 4)
		sum += x[j] * y[j];
	s[0] = sum;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four independent chains",
	.run = run,
};
