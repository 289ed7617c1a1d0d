/* SPDX-License-Identifier: MIT
 *
 * A send and a receive of NCCL in a group.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_p2p.h"

#include <aisp/nccl_calls.h>

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;

	const int rank = io->ranks->rank, ranks = io->ranks->n;
	size_t elems = (size_t)io->param[ELEMS];
	int failed = n->group_start();

	failed = failed ||
		 n->send(io->in[0].data, elems, NCCL_FLOAT, (rank + ranks - 1) % ranks,
			 n->comm, aisp_stream(io)) ||
		 n->recv(io->out[0].data, elems, NCCL_FLOAT, (rank + 1) % ranks,
			 n->comm, aisp_stream(io));
	return nccl_status(n, "ncclGroupEnd", failed ? failed : n->group_end());
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "ncclSend and ncclRecv",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
