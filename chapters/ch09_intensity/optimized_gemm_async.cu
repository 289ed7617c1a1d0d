/* SPDX-License-Identifier: MIT
 *
 * cp.async fetches two steps ahead, while the block multiplies.
 */
#include "workload_gemm.h"

#include "gemm_async.h"

#define STAGES 3

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
	.summary = "quads, fetched by cp.async two steps ahead",
	.setup = setup,
	.run = run,
};
