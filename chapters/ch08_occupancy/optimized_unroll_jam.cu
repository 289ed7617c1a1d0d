/* SPDX-License-Identifier: MIT
 *
 * Unroll and jam: eight points side by side share each coefficient, and their
 * chains fill the pipeline of a warp by themselves.
 */
#include "workload_unroll.h"

enum { POINTS = 8, UNROLL = 8 };

#include "points_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight points per thread share each coefficient",
	.run = run,
};
