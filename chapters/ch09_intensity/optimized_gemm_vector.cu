/* SPDX-License-Identifier: MIT
 *
 * Tiles are fetched and read in quads of 16 bytes, a quarter of the instructions for
 * the same bytes.
 */
#include "workload_gemm.h"

#include "gemm_async.h"

#define STAGES 1

using tile = quads<8, 8>;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	return async_setup<tile, STAGES>();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return async_run<tile, STAGES>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "quads of 16 bytes, to shared memory and from it",
	.setup = setup,
	.run = run,
};
