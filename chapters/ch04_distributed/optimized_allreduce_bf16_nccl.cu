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
	return nccl_all_reduce((const struct nccl *)state, io->in[0].data,
			       io->out[0].data, io->in[0].shape[1], NCCL_BF16,
			       aisp_stream(io));
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
