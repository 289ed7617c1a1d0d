/* SPDX-License-Identifier: MIT
 *
 * Continuous batching (G. Yu et al., Orca, OSDI 2022): a request joins the next step,
 * and each weight that is read serves all seats.
 * FLAGS: -O3
 */
#include "workload_serve.h"

#define IN_BATCHES 0

#include "serve_lanes.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "continuous batching: all present requests share each weight",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
