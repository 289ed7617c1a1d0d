/* SPDX-License-Identifier: MIT
 *
 * First the bins of a strip, by vectors and without branches that could be
 * mispredicted, then their counts.
 * FLAGS: -O3
 */
#include "workload_histogram.h"

#include <string.h>

#include "histogram_bins.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0);
	int32_t *counts = io->out[0].data, bin[STRIP];
	int64_t n = io->param[N];

	(void)state;
	memset(counts, 0, N_BINS * sizeof(*counts));
	for (int64_t i = 0; i < n; i += STRIP) {
		int64_t strip = strip_at(i, n);

		find_bins(x + i, bin, strip);
		for (int64_t j = 0; j < strip; j++)
			counts[bin[j]]++;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "bins of a strip computed in vectors, one table",
	.run = run,
};
