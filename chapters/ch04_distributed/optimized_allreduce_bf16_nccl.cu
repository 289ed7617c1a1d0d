/* SPDX-License-Identifier: MIT
 *
 * NCCL's all-reduce, without NVLS.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_allreduce_bf16.h"

#include <aisp/nccl_calls.h>

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;

	return nccl_status(n, "ncclAllReduce",
			   n->all_reduce(io->in[0].data, io->out[0].data,
					 (size_t)io->in[0].shape[1], NCCL_BF16,
					 NCCL_SUM, n->comm, aisp_stream(io)));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclAllReduce",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
