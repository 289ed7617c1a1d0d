/* SPDX-License-Identifier: MIT
 *
 * cudaOccupancyMaxPotentialBlockSize() knows the kernel's registers and shared
 * memory, and names the size of block with which most threads run.
 */
#include "workload_lookup.h"

#include "lookup.h"

static int setup(const struct aisp_io *io, void **state)
{
	int *threads = (int *)malloc(sizeof(*threads)), blocks, rc;

	(void)io;
	if (!threads)
		return -ENOMEM;
	*state = threads;
	rc = lookup_prepare();
	if (rc)
		return rc;
	return aisp_cuda_status(
		cudaOccupancyMaxPotentialBlockSize(&blocks, threads, lookup));
}

static int run(const struct aisp_io *io, void *state)
{
	return lookup_launch(io, *(int *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the block size that the occupancy API proposes",
	.setup = setup,
	.run = run,
	.teardown = free,
};
