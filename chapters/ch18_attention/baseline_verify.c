/* SPDX-License-Identifier: MIT
 *
 * A decode for each new token, by the step that reads the cache once for the queries of
 * a group: the context is read and widened once for each token.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_verify.h"

#include "verify_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t h = 0; h < p[BATCH] * p[HEADS]; h++)
		for (int64_t i = 0; i < p[QUERIES]; i++) {
			struct drafts d =
				drafts_of(io, h / p[HEADS], h % p[HEADS], i, 1);

			AISP_BEST(attend_rows)(&d);
		}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a decode for each new token",
	.run = run,
};
