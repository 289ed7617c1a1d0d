/* SPDX-License-Identifier: MIT
 *
 * One of many kernels, by a model of the time that each would take for this many
 * tokens: few tokens as the second operand of wgmma, sums of k met in a cluster; tiles
 * of as many tokens as divide well; tiles of weights where there are many tokens.
 * ARCH: sm_90a
 */
#include "workload_layer.h"

#include "dispatch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "kernel and tile by a model of the time, for any shape",
	.setup = dispatch_setup,
	.run = dispatch_run,
	.teardown = free,
};
