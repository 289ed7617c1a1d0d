/* SPDX-License-Identifier: MIT
 *
 * fsdp_weights_gpu.h - parts of a layer's weights on their way to all ranks by the copy
 * engines.  Windows begin with the weights of all outputs, as parts in the order of
 * ranks.
 */
#ifndef FSDP_WEIGHTS_GPU_H
#define FSDP_WEIGHTS_GPU_H

#include <aisp/peer_plain.h>
#include <aisp/streams.h>

typedef uint16_t bf16_bits;

static inline int64_t part_outputs(const struct aisp_io *io)
{
	return io->param[OUTPUTS] / io->ranks->n;
}

/* Where a window has the weights of rank `part`. */
static inline bf16_bits *part_in(const struct aisp_io *io, int rank, int part)
{
	return (bf16_bits *)io->ranks->window[rank] +
	       part * part_outputs(io) * io->param[INPUTS];
}

/* Copies this rank's part into a rank's window. */
static inline int push_part(const struct aisp_io *io, int rank, cudaStream_t stream)
{
	size_t bytes =
		sizeof(bf16_bits) * (size_t)(part_outputs(io) * io->param[INPUTS]);

	AISP_TRY(cudaMemcpyAsync(part_in(io, rank, io->ranks->rank), io->in[W].data,
				 bytes, cudaMemcpyDefault, stream));
	return 0;
}

/* Signals a peer that all earlier copies of the stream are in its window. */
static __global__ void tell_peer(const __grid_constant__ struct aisp_ranks r, int peer,
				 int signal)
{
	if (threadIdx.x == 0)
		aisp_gpu_signal_set(&r, peer, signal, 1);
}

/* Copies this rank's part into all windows, its own at the same time as the peers', and
 * waits until all parts are here. */
static inline int gather_parts(const struct aisp_io *io, const struct streams *pushes)
{
	const struct aisp_ranks *r = io->ranks;
	int rc = streams_fork(pushes, aisp_stream(io));

	rc = rc ? rc : push_part(io, r->rank, aisp_stream(io));
	for (int far = 1; far < r->n && !rc; far++)
		rc = push_part(io, (r->rank + far) % r->n, pushes->stream[0]);
	rc = rc ? rc : streams_join(pushes, aisp_stream(io));
	if (rc)
		return rc;
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	return aisp_launched();
}

#endif
