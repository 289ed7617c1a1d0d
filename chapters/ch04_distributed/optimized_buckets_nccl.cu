/* SPDX-License-Identifier: MIT
 *
 * NCCL's all-reduces of all tensors in one group, of which it makes as few launches as
 * it can, without NVLS.
 * WALLS: nccl
 * LIBS: -ldl
 */
#include "workload_buckets.h"

#include <aisp/nccl_calls.h>

static int run(const struct aisp_io *io, void *state)
{
	struct nccl *n = (struct nccl *)state;
	const float *x = aisp_in_f32(io, X);
	float *y = aisp_out_f32(io, 0);
	int failed = n->group_start();

	for (int64_t t = 0; t < n_tensors(io->param) && !failed; t++) {
		int64_t elems = tensor_elems(io->param, t);

		failed = n->all_reduce(x, y, (size_t)elems, NCCL_FLOAT, NCCL_SUM,
				       n->comm, aisp_stream(io));
		x += elems;
		y += elems;
	}
	return nccl_status(n, "ncclGroupEnd", failed ? failed : n->group_end());
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "a group of ncclAllReduce",
	.library = "NCCL 2",
	.setup = nccl_setup,
	.run = run,
	.teardown = free,
	.needs = "NCCL 2",
	.why = nccl_why,
};
