/* SPDX-License-Identifier: MIT
 *
 * All new tokens of a sequence together: the context is read and widened once.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_verify.h"

#include "verify_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t h = 0; h < p[BATCH] * p[HEADS]; h++) {
		struct drafts d =
			drafts_of(io, h / p[HEADS], h % p[HEADS], 0, p[QUERIES]);

		AISP_BEST(attend_rows)(&d);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all new tokens attend to the context together",
	.run = run,
};
