/* SPDX-License-Identifier: MIT
 *
 * The C library's qsort(), which asks a function about every pair that it compares.
 */
#include "workload_sort.h"

static int run(const struct aisp_io *io, void *state)
{
	size_t n = (size_t)io->param[N];

	(void)state;
	memcpy(io->out[0].data, io->in[0].data, n * sizeof(int32_t));
	qsort(io->out[0].data, n, sizeof(int32_t), aisp_compare_keys);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "qsort()",
	.run = run,
};
