/* SPDX-License-Identifier: MIT
 *
 * Eight points per thread: enough to share a coefficient and to fill the pipeline,
 * few enough that blocks which compute and blocks which load are there together.
 */
#include "workload_unroll.h"

enum { POINTS = 8, UNROLL = 2 };

#include "points_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "8 points per thread",
	.run = run,
};
