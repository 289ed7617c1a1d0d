/* SPDX-License-Identifier: MIT
 *
 * Chunks go into the own window, each with a signal, and the neighbour loads them 16
 * bytes at a time: requests cross the link against the data of the other direction.
 */
#include "workload_p2p.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	const int64_t chunk = EXCHANGE_UNROLL * EXCHANGE_THREADS, n = io->param[ELEMS];
	int channels = at_most(aisp_ceil_div(vectors<float>(NULL, n).count(), chunk),
			       EXCHANGE_CHANNELS);

	(void)state;
	pull_next<float, EXCHANGE_UNROLL>
		<<<2 * channels, EXCHANGE_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, parcel_of<float>(io, n, channels));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "chunks shown in the own window, loads of 16 bytes",
	.run = run,
};
