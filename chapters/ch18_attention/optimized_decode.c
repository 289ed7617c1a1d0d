/* SPDX-License-Identifier: MIT
 *
 * The queries of a group together, sixteen keys at a time: the cache is read once, and
 * no score leaves the first-level cache.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_decode.h"

#include "decode_online.h"

#include "decode_heads.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all queries of a group together, online softmax",
	.run = run,
};
