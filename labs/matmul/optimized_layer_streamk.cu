/* SPDX-License-Identifier: MIT
 *
 * Stream-K: whole tiles in all rounds that are full, and the steps of k of those that
 * are left in shares for all blocks (M. Osama et al., PPoPP 2023).
 * ARCH: sm_90a
 */
#include "workload_layer.h"

#include "streamk_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "stream-K: the steps of the last tiles divided among all blocks",
	.setup = stream_setup,
	.run = stream_run,
	.teardown = stream_teardown,
};
