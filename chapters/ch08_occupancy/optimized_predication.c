/* SPDX-License-Identifier: MIT
 *
 * Every element is stored; the comparison only decides whether its place counts or the
 * next store overwrites it.  No branch is left to predict.
 */
#include "workload_predication.h"

static int64_t select_row(const float *x, int64_t cols, float *kept)
{
	int64_t n = 0;

	for (int64_t j = 0; j < cols; j++) {
		kept[n] = x[j];
		n += x[j] > THRESHOLD;
	}
	return n;
}

#include "rows_predication.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "store always, advance by the comparison",
	.run = run,
};
