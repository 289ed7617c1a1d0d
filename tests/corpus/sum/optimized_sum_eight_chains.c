/* SPDX-License-Identifier: MIT
 *
 * Eight sums side by side: another order.
 */
#include "workload_sum.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	int64_t n = io->param[ELEMS];
	float sum[8] = { 0 };
	int64_t i = 0;

	(void)state;
	for (; i + 8 <= n; i += 8)
		for (int k = 0; k < 8; k++)
			sum[k] += a[i + k];
	for (; i < n; i++)
		sum[0] += a[i];
	for (int k = 1; k < 8; k++)
		sum[0] += sum[k];
	*aisp_out_f32(io, 0) = sum[0];
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight chains",
	.run = run,
};
