/* SPDX-License-Identifier: MIT
 *
 * Sixteen requests at a time: memory delivers the weights once for all of them.
 */
#include "workload_batch_size.h"

#include "layer_batch_size.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_by<16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "each weight is read once for 16 requests",
	.run = run,
};
