/* SPDX-License-Identifier: MIT
 *
 * A microbatch goes back as soon as it can, so that a stage keeps at most as many of
 * them as there are stages; the wait at both ends stays the same (D. Narayanan and
 * others, PipeDream, 2019).
 * FLAGS: -O3
 */
#include "workload_pipeline.h"

#include "stage_pipeline.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct stage s = begin_stage(io);
	int64_t n = io->param[MICROBATCHES], ahead = s.r->n - 1 - s.r->rank;

	(void)state;
	for (int64_t m = 0; m < n + ahead; m++) {
		if (m < n)
			await_forward(&s, m);
		if (m >= ahead)
			await_back(&s, m - ahead);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one forward, one backward (1F1B)",
	.run = run,
};
