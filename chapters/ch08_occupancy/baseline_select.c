/* SPDX-License-Identifier: MIT
 *
 * Flags, their running sum, and a scatter to where that says: three passes, as for a
 * machine with many processors, through arrays in memory.
 */
#include "workload_select.h"

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = io->in[0].data;
	uint16_t *kept = io->out[KEPT].data;
	int64_t *place = io->workspace, n = io->param[N], sum = 0;
	uint32_t limit = limit_of(io->param);

	(void)state;
	for (int64_t i = 0; i < n; i++)
		place[i] = x[i] < limit;
	for (int64_t i = 0; i < n; i++) {
		int64_t is_kept = place[i];

		place[i] = is_kept ? sum : -1;
		sum += is_kept;
	}
	for (int64_t i = 0; i < n; i++)
		if (place[i] >= 0)
			kept[place[i]] = x[i];
	*(uint64_t *)io->out[N_KEPT].data = (uint64_t)sum;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "flags, a running sum, a scatter",
	.run = run,
};
