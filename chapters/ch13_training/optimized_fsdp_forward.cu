/* SPDX-License-Identifier: MIT
 *
 * The copy engines push a rank's part to one peer after the other in a stream of their
 * own.  The product is cut by the owner of the weights: first those that are here, then
 * each part that has arrived, while later ones are on their way.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_forward.h"

#include "fsdp_forward_gpu.h"

static __global__ void await_part(const __grid_constant__ struct aisp_ranks r, int part)
{
	if (threadIdx.x == 0)
		aisp_gpu_signal_wait(&r, r.rank, part, 1);
}

static int setup(const struct aisp_io *io, void **state)
{
	return forward_setup(io, state, part_outputs(io));
}

static int push_all(const struct aisp_io *io, cudaStream_t stream)
{
	const struct aisp_ranks *r = io->ranks;

	for (int far = 1; far < r->n; far++) {
		int peer = (r->rank + far) % r->n, rc = push_part(io, peer, stream);

		if (rc)
			return rc;
		tell_peer<<<1, 32, 0, stream>>>(*r, peer, r->rank);
	}
	return aisp_launched();
}

/* Multiplies parts in the order in which they arrive. */
static int multiply_all(const struct aisp_io *io, const struct lt *l)
{
	const struct aisp_ranks *r = io->ranks;
	int rc = 0;

	for (int far = 0; far < r->n && !rc; far++) {
		int part = (r->rank + r->n - far) % r->n;
		const void *w = far ? part_in(io, r->rank, part) : io->in[W].data;
		struct lt_operands x = operands_of(io, w, part * part_outputs(io));

		if (far)
			await_part<<<1, 32, 0, aisp_stream(io)>>>(*r, part);
		rc = lt_product(l, &x, &l->algo);
	}
	return rc ? rc : aisp_launched();
}

static int run(const struct aisp_io *io, void *state)
{
	const struct forward *f = (const struct forward *)state;
	int rc = streams_fork(f->pushes, aisp_stream(io));

	rc = rc ? rc : push_all(io, f->pushes->stream[0]);
	rc = rc ? rc : multiply_all(io, &f->product);
	return rc ? rc : streams_join(f->pushes, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "own weights first, those of other ranks as they arrive",
	.setup = setup,
	.run = run,
	.teardown = forward_teardown,
};
