/* SPDX-License-Identifier: MIT
 *
 * A right answer to the exercise of this name.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

#include "quarters_accumulators.h"

static void four_sums(const float *x, const float *y, int64_t n, float s[restrict 4])
{
	float a = 0, b = 0, c = 0, d = 0;
	int64_t j = 0;

	for (; j + 4 <= n; j += 4) {
		a += x[j] * y[j];
		b += x[j + 1] * y[j + 1];
		c += x[j + 2] * y[j + 2];
		d += x[j + 3] * y[j + 3];
	}
	s[0] = a + (j < n ? x[j] * y[j] : 0);
	s[1] = b + (j + 1 < n ? x[j + 1] * y[j + 1] : 0);
	s[2] = c + (j + 2 < n ? x[j + 2] * y[j + 2] : 0);
	s[3] = d;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four independent chains",
	.run = run,
};
