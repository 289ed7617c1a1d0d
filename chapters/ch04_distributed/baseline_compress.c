/* SPDX-License-Identifier: MIT
 *
 * An all-reduce in fp32; each rank adds up its part: more exact than required.
 */
#include "workload_compress.h"

#include "reduce_behind.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	struct range all = { 0, io->param[ELEMS] };

	(void)state;
	copy_range(r->window[r->rank], aisp_in_f32(io, 0), all);
	reduce_range(io, all, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "an all-reduce in fp32",
	.run = run,
};
