/* SPDX-License-Identifier: MIT
 *
 * Adds each element once.
 */
#include "workload_gain.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	*aisp_out_f32(io, 0) = chain(aisp_in_f32(io, 0), io->param[ELEMS]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "once",
	.run = run,
};
