/* SPDX-License-Identifier: MIT
 *
 * A rank stores chunks into its own window, each with a signal, and the neighbour loads
 * them, 16 bytes at a time: the requests cross the link against the data of the other
 * direction.
 */
#include "workload_p2p.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	constexpr auto kernel = pull_next<float, 4>;
	const int64_t n = io->param[ELEMS], n_vectors = vectors<float>(NULL, n).count();
	const int threads = 512, room = most_blocks<kernel>(threads, 0) / 2;
	int channels = at_most(aisp_ceil_div(n_vectors, 4 * threads),
			       room < EXCHANGE_CHANNELS ? room : EXCHANGE_CHANNELS);

	(void)state;
	if (!channels)
		return -ENOTSUP;
	kernel<<<2 * channels, threads, 0, aisp_stream(io)>>>(
		*io->ranks, parcel_of<float>(io, n, channels));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "chunks published in its own window, loads of 16 bytes",
	.run = run,
};
