/* SPDX-License-Identifier: MIT
 *
 * A copy of the book for every 1024 threads: two copies serve as many warps as a
 * multiprocessor holds.
 */
#include "workload_occupancy.h"

#define THREADS 1024

#include "book_occupancy.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "1024 threads share a copy of the codebook",
	.setup = setup,
	.run = run,
};
