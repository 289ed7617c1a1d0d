/* SPDX-License-Identifier: MIT
 *
 * Gradients of weights do not need the weights.  So they are computed first, those of
 * the peers' parts before the rank's own, while weights arrive; and they are sent to
 * the ranks that add them up while the gradients of the layer's input are computed.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_fsdp_backward.h"

#include "fsdp_backward_gpu.h"

enum { WEIGHTS, GRADIENTS }; /* what comes: a stream and signals of its own */

/* The signal by which a rank reports weights or gradients. */
static inline __host__ __device__ int signal_of(int rank, int what)
{
	return what * AISP_MAX_RANKS + rank;
}

static __global__ void await_all(const __grid_constant__ struct aisp_ranks r, int what)
{
	if (threadIdx.x < r.n)
		aisp_gpu_signal_wait(&r, r.rank, signal_of(threadIdx.x, what), 1);
}

static int setup(const struct aisp_io *io, void **state)
{
	return backward_setup(io, state, part_outputs(io), 2);
}

/* Where gradients of a part wait before they are sent. */
static float *staged(const struct aisp_io *io, int part)
{
	return (float *)((char *)io->workspace + LIBRARY_ROOM) + part * part_elems(io);
}

/* Pushes weights to all ranks, into this rank's own window last. */
static int push_weights(const struct aisp_io *io, cudaStream_t stream)
{
	const struct aisp_ranks *r = io->ranks;

	for (int far = 1; far <= r->n; far++) {
		int peer = (r->rank + far) % r->n, rc = push_part(io, peer, stream);

		if (rc)
			return rc;
		tell_peer<<<1, 32, 0, stream>>>(*r, peer, signal_of(r->rank, WEIGHTS));
	}
	return aisp_launched();
}

static int push_gradients(const struct aisp_io *io, int part, cudaStream_t stream)
{
	const struct aisp_ranks *r = io->ranks;

	if (part != r->rank)
		AISP_TRY(cudaMemcpyAsync(gradients_in(io, part, r->rank),
					 staged(io, part),
					 sizeof(float) * (size_t)part_elems(io),
					 cudaMemcpyDefault, stream));
	tell_peer<<<1, 32, 0, stream>>>(*r, part, signal_of(r->rank, GRADIENTS));
	return aisp_launched();
}

static int make_parts(const struct aisp_io *io, const struct backward *b)
{
	const struct aisp_ranks *r = io->ranks;
	int rc = 0;

	for (int far = 1; far <= r->n && !rc; far++) {
		int part = (r->rank + far) % r->n;

		rc = make_dw(io, b, part * part_outputs(io), staged(io, part));
		rc = rc ? rc : streams_fork(b->pushes, aisp_stream(io));
		rc = rc ? rc : push_gradients(io, part, b->pushes->stream[GRADIENTS]);
	}
	return rc;
}

static int sum_parts(const struct aisp_io *io)
{
	const struct aisp_ranks *r = io->ranks;
	struct made made = {};

	for (int k = 0; k < r->n; k++)
		made.by[k] =
			k == r->rank ? staged(io, k) : gradients_in(io, r->rank, k);
	await_all<<<1, 32, 0, aisp_stream(io)>>>(*r, GRADIENTS);
	return launch_sum(io, made);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct backward *b = (const struct backward *)state;
	int rc = streams_fork(b->pushes, aisp_stream(io));

	rc = rc ? rc : push_weights(io, b->pushes->stream[WEIGHTS]);
	rc = rc ? rc : make_parts(io, b);
	if (rc)
		return rc;
	await_all<<<1, 32, 0, aisp_stream(io)>>>(*io->ranks, WEIGHTS);
	rc = make_dx(io, b);
	rc = rc ? rc : sum_parts(io);
	return rc ? rc : streams_join(b->pushes, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weight gradients first, sent while the rest is computed",
	.setup = setup,
	.run = run,
	.teardown = backward_teardown,
};
