/* SPDX-License-Identifier: MIT
 *
 * A cluster of eight blocks has a row in its registers.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_long_rows.h"

#define BLOCKS 8
#include "long_rows_cluster.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a row in the registers of a cluster of eight blocks",
	.run = run,
};
