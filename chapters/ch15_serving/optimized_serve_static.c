/* SPDX-License-Identifier: MIT
 *
 * Static batches: requests that have come when all seats are free share each weight
 * that is read; later ones wait until the last of the batch has its tokens.
 * FLAGS: -O3
 */
#include "workload_serve.h"

#define IN_BATCHES 1

#include "serve_lanes.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "static batches, each as long as its longest request",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
