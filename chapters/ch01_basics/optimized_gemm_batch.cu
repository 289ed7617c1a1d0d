/* SPDX-License-Identifier: MIT
 *
 * One launch: the product is one more axis of the grid.
 */
#include "workload_gemm_batch.h"

#include "tile_gemm_batch.h"

#define MOST 65535 /* blocks of the grid's third axis */

static int run(const struct aisp_io *io, void *state)
{
	int64_t batch = io->param[BATCH];
	int rc = 0;

	(void)state;
	for (int64_t i = 0; i < batch && !rc; i += MOST)
		rc = launch_products(io, i, batch - i < MOST ? batch - i : MOST);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch for all products",
	.run = run,
};
