/* SPDX-License-Identifier: MIT
 *
 * One table: an element whose bin was counted just before waits until that store can
 * be read.
 */
#include "workload_histogram.h"

#include <string.h>

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0);
	int32_t *counts = io->out[0].data;

	(void)state;
	memset(counts, 0, N_BINS * sizeof(*counts));
	for (int64_t i = 0; i < io->param[N]; i++)
		counts[bin_of(x[i])]++;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one table",
	.run = run,
};
