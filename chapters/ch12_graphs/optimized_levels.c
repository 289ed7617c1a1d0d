/* SPDX-License-Identifier: MIT
 *
 * One pass: a parent comes before its children, so its depth is known when they come.
 */
#include "workload_levels.h"

static int run(const struct aisp_io *io, void *state)
{
	const int32_t *parent = io->in[0].data;
	int32_t *depth = io->out[0].data;

	(void)state;
	depth[0] = 0;
	for (int64_t i = 1; i < io->param[N]; i++)
		depth[i] = depth[parent[i]] + 1;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, since parents lie before their children",
	.run = run,
};
