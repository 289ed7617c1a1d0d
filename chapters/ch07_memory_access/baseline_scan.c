/* SPDX-License-Identifier: MIT
 *
 * The definition: each sum waits for the one before it.
 */
#include "workload_scan.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *x = io->in[0].data;
	int32_t *y = io->out[0].data;
	uint32_t sum = 0;

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++) {
		sum += (uint32_t)x[i];
		y[i] = (int32_t)sum;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one chain of additions, one for each element",
	.run = run,
};
