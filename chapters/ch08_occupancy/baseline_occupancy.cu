/* SPDX-License-Identifier: MIT
 *
 * A copy of the book for every 64 threads: the copies use up the shared memory
 * when most of the places for warps are still empty.
 */
#include "workload_occupancy.h"

#define THREADS 64

#include "book_occupancy.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "64 threads share a copy of the codebook",
	.setup = setup,
	.run = run,
};
