/* SPDX-License-Identifier: MIT
 *
 * Copies sixteen bytes at a time, even where fewer are needed.
 */
#include "workload_decompress.h"

#include "wide_decompress.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "copies of 16 bytes; the next copy overwrites the excess",
	.run = decompress_all,
};
