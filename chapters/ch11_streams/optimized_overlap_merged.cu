/* SPDX-License-Identifier: MIT
 *
 * One launch for the rows of all requests: what streams cannot beat where the
 * requests are known together and run the same kernel.
 */
#include "workload_overlap.h"

#include "scale.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return scale_launch(io, 0, io->param[TASKS] * io->param[ROWS], aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch for all requests",
	.run = run,
};
