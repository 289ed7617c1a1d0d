/* SPDX-License-Identifier: MIT
 *
 * Sixteen bytes at a time, also where fewer are wanted.
 */
#include "workload_decompress.h"

#include "wide_decompress.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "copies of 16 bytes; the next copy overwrites the excess",
	.run = decompress_all,
};
