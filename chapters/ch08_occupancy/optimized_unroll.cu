/* SPDX-License-Identifier: MIT
 *
 * Eight steps per turn: the loop's counter and branch are shared by eight, and the
 * coefficients are loaded ahead.  Each still serves one addition.
 */
#include "workload_unroll.h"

enum { POINTS = 1, UNROLL = 8 };

#include "points_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight steps per turn of the loop",
	.run = run,
};
