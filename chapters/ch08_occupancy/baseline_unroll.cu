/* SPDX-License-Identifier: MIT
 *
 * The loop as it stands: for each addition that counts, a coefficient is loaded, a
 * counter decremented, compared, and a branch taken.
 */
#include "workload_unroll.h"

enum { POINTS = 1, UNROLL = 1 };

#include "points_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a point per thread, a step per turn of the loop",
	.run = run,
};
