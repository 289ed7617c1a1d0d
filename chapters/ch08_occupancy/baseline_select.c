/* SPDX-License-Identifier: MIT
 *
 * One pass without a branch: each value is stored where the next one that is kept goes,
 * and that place moves on if it was kept.
 * FLAGS: -O3
 */
#include "workload_select.h"

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *restrict x = io->in[0].data;
	uint16_t *restrict kept = io->out[KEPT].data;
	int64_t n = io->param[N], at = 0;
	uint32_t limit = limit_of(io->param);

	(void)state;
	for (int64_t i = 0; i < n; i++) {
		kept[at] = x[i];
		at += x[i] < limit;
	}
	*(uint64_t *)io->out[N_KEPT].data = (uint64_t)at;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one pass, a value at a time, no branch",
	.run = run,
};
