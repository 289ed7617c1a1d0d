/* SPDX-License-Identifier: MIT
 *
 * The same tiles, but mma.sync of 16 x 8 sums and 16 of k, which Hopper has.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "workload_gemm_f64.h"

#include "f64_tile.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return f64_setup<wide_mma>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return f64_run<wide_mma>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same by mma.sync of 16 x 8 x 16",
	.setup = setup,
	.run = run,
};
