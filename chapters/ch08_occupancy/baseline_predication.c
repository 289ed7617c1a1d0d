/* SPDX-License-Identifier: MIT
 *
 * A branch for each element.  Where its direction is random, each wrong prediction
 * throws away the work behind it.
 */
#include "workload_predication.h"

static int64_t select_row(const float *x, int64_t cols, float *kept)
{
	int64_t n = 0;

	for (int64_t j = 0; j < cols; j++)
		if (x[j] > THRESHOLD)
			kept[n++] = x[j];
	return n;
}

#include "rows_predication.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a branch per element",
	.run = run,
};
