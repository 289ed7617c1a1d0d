/* SPDX-License-Identifier: MIT
 *
 * Without managed memory: the whole table crosses the link in one copy, from the pages
 * where it lies, which are registered once.
 */
#include "workload_managed.h"

#include "gather_managed.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct gather *g = gather_new(io);
	cudaError_t e;

	if (!g)
		return -ENOMEM;
	e = cudaMalloc((void **)&g->table, table_bytes(io));
	return gather_made(g, e == cudaSuccess ? gather_pin(g, io) : e, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct gather *g = (const struct gather *)state;

	AISP_TRY(cudaMemcpyAsync(g->table, g->pinned, table_bytes(io),
				 cudaMemcpyHostToDevice, aisp_stream(io)));
	return gather_launch(io, g, g->table);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one copy of the whole table, from registered pages",
	.setup = setup,
	.run = run,
	.teardown = gather_free,
};
