/* SPDX-License-Identifier: MIT
 *
 * NCCL's sends and receives, all in a group: how one writes an all-to-all with it.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_alltoall.h"

#include <aisp/nccl_calls.h>

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;

	int64_t elems = io->param[ELEMS];
	int failed = n->group_start();

	for (int k = 0; k < io->ranks->n && !failed; k++)
		failed = n->send(aisp_in_f32(io, 0) + k * elems, (size_t)elems,
				 NCCL_FLOAT, k, n->comm, aisp_stream(io)) ||
			 n->recv(aisp_out_f32(io, 0) + k * elems, (size_t)elems,
				 NCCL_FLOAT, k, n->comm, aisp_stream(io));
	return nccl_status(n, "ncclGroupEnd", failed ? failed : n->group_end());
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "a group of ncclSend and ncclRecv",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
