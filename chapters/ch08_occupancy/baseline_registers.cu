/* SPDX-License-Identifier: MIT
 *
 * If eight points per thread are good, why not sixty-four?  They take so many registers
 * that a multiprocessor holds a single block, and nothing is computed while that block
 * loads its points or stores its values.
 */
#include "workload_unroll.h"

enum { POINTS = 64, UNROLL = 2 };

#include "points_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "64 points per thread",
	.run = run,
};
