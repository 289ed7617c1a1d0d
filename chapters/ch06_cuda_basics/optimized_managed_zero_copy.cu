/* SPDX-License-Identifier: MIT
 *
 * The kernel reads the registered pages of the table: what it asks for crosses the
 * link, nothing else, and the indices may be known to the GPU alone.
 */
#include "workload_managed.h"

#include "gather_managed.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct gather *g = (const struct gather *)state;
	void *table;

	AISP_TRY(cudaHostGetDevicePointer(&table, g->pinned, 0));
	return gather_launch(io, g, (const float *)table);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the kernel reads registered pages of the host",
	.setup = gather_pinned,
	.run = run,
	.teardown = gather_free,
};
