/* SPDX-License-Identifier: MIT
 *
 * Static batches: who has come when all seats are free shares each weight that is read,
 * and who comes later waits until the last of them has its tokens.
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
