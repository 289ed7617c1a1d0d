/* SPDX-License-Identifier: MIT
 *
 * An all-reduce in fp32 that pushes chunks: more exact than required.
 */
#include "workload_compress.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_two_shot_push<float>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "an all-reduce in fp32, chunks pushed",
	.run = run,
};
