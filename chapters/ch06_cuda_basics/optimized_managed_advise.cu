/* SPDX-License-Identifier: MIT
 *
 * Advice, given once: the pages belong to the host, and the GPU maps them there.  Then
 * no page moves, neither the CPU nor the GPU has faults, and the kernel reads what it
 * asks for over the link.
 */
#include "workload_managed.h"

#include "table_managed.h"

static cudaError_t advise(const struct aisp_io *io, float *table)
{
	const struct cudaMemLocation host = { .type = cudaMemLocationTypeHost };
	cudaError_t e = cudaMemAdvise(table, table_bytes(io),
				      cudaMemAdviseSetPreferredLocation, host);

	return e != cudaSuccess
		       ? e
		       : cudaMemAdvise(table, table_bytes(io),
				       cudaMemAdviseSetAccessedBy, table_at_gpu());
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = table_new(io, state);
	struct gather *g = (struct gather *)*state;

	return rc ? rc : gather_made(g, advise(io, g->table), state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "advice: pages stay with the host, the kernel reads them there",
	.setup = setup,
	.run = table_gather,
	.teardown = gather_free,
	.needs = "a GPU and a CPU that may use managed memory at the same time",
};
