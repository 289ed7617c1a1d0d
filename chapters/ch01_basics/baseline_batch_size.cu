/* SPDX-License-Identifier: MIT
 *
 * A request at a time: all weights come from memory for each of them.
 */
#include "workload_batch_size.h"

#include "layer_batch_size.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_by<1>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "batch size 1: weights read for each request",
	.run = run,
};
