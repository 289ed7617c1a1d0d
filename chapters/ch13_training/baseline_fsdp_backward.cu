/* SPDX-License-Identifier: MIT
 *
 * One after the other: the copy engines gather all weights, cuBLASLt computes the
 * gradients of the layer's input and of all weights, all ranks wait for each other, and
 * each adds up its part.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_backward.h"

#include "fsdp_backward_gpu.h"

static int setup(const struct aisp_io *io, void **state)
{
	return backward_setup(io, state, io->param[OUTPUTS], 1);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct backward *b = (const struct backward *)state;
	struct made made = {};
	int rc = gather_parts(io, b->pushes);

	rc = rc ? rc : make_dx(io, b);
	rc = rc ? rc : make_dw(io, b, 0, gradients_in(io, r->rank, 0));
	if (rc)
		return rc;
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 2);
	for (int k = 0; k < r->n; k++)
		made.by[k] = gradients_in(io, k, r->rank);
	return launch_sum(io, made);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "gather, multiply, wait, sum, in turn",
	.setup = setup,
	.run = run,
	.teardown = backward_teardown,
};
