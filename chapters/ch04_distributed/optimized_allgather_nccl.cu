/* SPDX-License-Identifier: MIT
 *
 * NCCL's all-gather.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_allgather.h"

#include <aisp/nccl_calls.h>

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;

	return nccl_status(n, "ncclAllGather",
			   n->all_gather(io->in[0].data, io->out[0].data,
					 (size_t)io->param[ELEMS], NCCL_FLOAT, n->comm,
					 aisp_stream(io)));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclAllGather",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
