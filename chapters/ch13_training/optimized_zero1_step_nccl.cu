/* SPDX-License-Identifier: MIT
 *
 * The baseline's launches, with NCCL's reduce-scatter and all-gather.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_zero1_step.h"

#include "zero1_step_gpu.h"
#include <aisp/nccl_calls.h>

#define THREADS 256

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;
	const struct zero1 z = zero1_of(io);
	const int64_t first = io->ranks->rank * z.n;
	const size_t elems = (size_t)z.n;
	float *sum = (float *)io->workspace, *own = z.p + first;
	cudaStream_t stream = aisp_stream(io);
	int rc = nccl_status(n, "ncclReduceScatter",
			     n->reduce_scatter(z.g, sum, elems, NCCL_FLOAT, NCCL_SUM,
					       n->comm, stream));

	if (rc)
		return rc;
	step_part<<<(unsigned)aisp_ceil_div(z.n, THREADS), THREADS, 0, stream>>>(
		z, own, sum, first);
	return nccl_status(n, "ncclAllGather",
			   n->all_gather(own, z.p, elems, NCCL_FLOAT, n->comm, stream));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclReduceScatter, the step, ncclAllGather",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
