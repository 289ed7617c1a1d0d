/* SPDX-License-Identifier: MIT
 *
 * One search after another, a trial at a time.
 * FLAGS: -O3
 */
#include "workload_uneven.h"

static int run(const struct aisp_io *io, void *state)
{
	const uint32_t *seed = io->in[0].data;
	int32_t *trials = io->out[0].data;
	uint32_t limit = limit_of(io->param[MEAN]);

	(void)state;
	for (int64_t i = 0; i < io->param[N]; i++) {
		uint32_t k = 0;

		while (draw(seed[i], k) >= limit)
			k++;
		trials[i] = (int32_t)k;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one trial at a time",
	.run = run,
};
