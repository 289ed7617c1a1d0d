/* SPDX-License-Identifier: MIT
 *
 * Eight sums that do not wait for each other, added up at the end.  With the chains
 * gone, the two loads per element are the limit.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

static float dot(const float *x, const float *y, int64_t n)
{
	float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
	int64_t j = 0;

	for (; j + 8 <= n; j += 8) {
		s0 += x[j] * y[j];
		s1 += x[j + 1] * y[j + 1];
		s2 += x[j + 2] * y[j + 2];
		s3 += x[j + 3] * y[j + 3];
		s4 += x[j + 4] * y[j + 4];
		s5 += x[j + 5] * y[j + 5];
		s6 += x[j + 6] * y[j + 6];
		s7 += x[j + 7] * y[j + 7];
	}
	for (; j < n; j++)
		s0 += x[j] * y[j];
	return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
}

#include "dots_accumulators.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight independent chains",
	.run = run,
};
