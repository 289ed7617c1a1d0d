/* SPDX-License-Identifier: MIT
 *
 * A load and a store like any other: each line of y is read before it is written, and
 * takes a place beside the table.
 * FLAGS: -O3
 */
#include "workload_resident.h"

#include <aisp/clones.h>

AISP_CLONES static void add(float *restrict y, const float *restrict x,
			    const float *restrict table, const int32_t *restrict index,
			    int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = x[i] + table[index[i]];
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	add(aisp_out_f32(io, 0), aisp_in_f32(io, IN_X), aisp_in_f32(io, IN_TABLE),
	    (const int32_t *)io->in[IN_INDEX].data, io->param[N]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "plain loads and stores",
	.run = run,
};
