/* SPDX-License-Identifier: MIT
 *
 * A launch for each product: between two of them memory idles.
 */
#include "workload_mlp_chain.h"

#include "mlp_launches.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_all(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch for each product",
	.run = run,
};
