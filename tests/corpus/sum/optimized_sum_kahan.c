/* SPDX-License-Identifier: MIT
 *
 * Compensated, after W. Kahan: more accurate than asked.
 */
#include "workload_sum.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float sum = 0, lost = 0;

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		float y = a[i] - lost, t = sum + y;

		lost = (t - sum) - y;
		sum = t;
	}
	*aisp_out_f32(io, 0) = sum;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "kahan",
	.run = run,
};
