/* SPDX-License-Identifier: MIT
 *
 * A tile of 64 x 64 sums per block, multiplied in fp64 by the ordinary arithmetic
 * units: each number that a thread reads from shared memory serves four sums.
 */
#include "workload_gemm_f64.h"
#include <aisp/plain_gemm.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return plain_gemm<double, double, double>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles in shared memory, fp64 multiply-adds, no tensor core",
	.run = run,
};
