/* SPDX-License-Identifier: MIT
 *
 * peer_launch.h - how variants launch the kernels of the other headers: how many
 * blocks, which is how much of the GPU a collective takes.
 *
 * A link of 450 GB/s (NVLink 4) with a latency of about 2 us holds about 1 MiB: loads
 * or stores of that size must be under way, from many blocks or from few.
 *
 * Figures were chosen by a sweep on two H100s: each candidate has the least mean, over
 * sizes, of its time divided by the best time at that size.
 */
#ifndef PEER_LAUNCH_H
#define PEER_LAUNCH_H

#include "peer_bulk.h"
#include "peer_packets.h"
#include "peer_pull.h"
#include "peer_two_shot_packets.h"
#include "peer_two_shot_pull.h"

/* The parcel of a variant that makes a single call. */
template <class T>
static struct parcel<T> parcel_of(const struct aisp_io *io, int64_t elems,
				  int channels) {
	struct parcel<T> p = {
	};

	p.x = (const T *)io->in[0].data;
	p.y = (T *)io->out[0].data;
	p.elems = elems;
	p.cut.channels = channels;
	p.cut.is_split = 1;
	return p;
}

/* The most channels of exchange_chunks(), each a block that pushes and one that takes.
 */
#define EXCHANGE_CHANNELS 66
#define SMALL_CHANNELS    132

/* Launches an exchange of chunks with UNROLL vectors per thread. */
template <class T, enum exchange_kind KIND, int UNROLL>
static int launch_chunks(const struct aisp_io *io, int64_t elems, int threads, int most)
{
	constexpr auto kernel = exchange_chunks<T, KIND, UNROLL>;
	int64_t n_vectors = vectors<T>(NULL, elems).count();
	int room = most_blocks<kernel>(threads, 0) / 2;
	int channels = at_most(aisp_ceil_div(n_vectors, threads * UNROLL),
			       most < room ? most : room);

	if (!channels)
		return -ENOTSUP;
	kernel<<<2 * channels, threads, 0, aisp_stream(io)>>>(
		*io->ranks, parcel_of<T>(io, elems, channels));
	return aisp_launched();
}

/* Large chunks need fewer signals; tensors too small for a chunk per channel get small
 * ones and more blocks.  Sums of 8 vectors need more registers than two blocks have. */
template <class T, enum exchange_kind KIND>
static int launch_exchange(const struct aisp_io *io, int64_t elems)
{
	constexpr int unroll = KIND == ADD_ALL ? 4 : 8;
	int64_t chunk = unroll * 512;

	if (KIND == NEXT && io->ranks->n == 1) /* a rank sends itself no signal */
		return aisp_cuda_status(cudaMemcpyAsync(
			io->out[0].data, io->in[0].data, elems * sizeof(T),
			cudaMemcpyDeviceToDevice, aisp_stream(io)));
	if (vectors<T>(NULL, elems).count() < EXCHANGE_CHANNELS * chunk)
		return launch_chunks<T, KIND, 4>(io, elems, 256, SMALL_CHANNELS);
	return launch_chunks<T, KIND, unroll>(io, elems, 512, EXCHANGE_CHANNELS);
}

/* The shape of exchange_bulk(). */
#define BULK_CHANNELS 132
#define BULK_UNROLL   4

/* The copy unit is not for a single rank, nor for blocks that do not begin at multiples
 * of 16 bytes. */
template <class T, enum exchange_kind KIND>
static int launch_bulk(const struct aisp_io *io, int64_t elems)
{
	constexpr auto kernel = exchange_bulk<T, KIND, BULK_UNROLL>;
	const int64_t chunk = BULK_UNROLL * BULK_TAKERS;
	const int threads = 32 + BULK_TAKERS, shared = BULK_STAGES * (int)chunk * 16;
	int64_t n_vectors = vectors<T>(NULL, elems).count();
	int channels, room;

	if (KIND == NEXT ? io->ranks->n == 1
			 : KIND != ADD_ALL && elems * sizeof(T) % 16)
		return launch_exchange<T, KIND>(io, elems);
	room = most_blocks<kernel>(threads, (size_t)shared);
	channels = at_most(aisp_ceil_div(n_vectors, chunk),
			   room < BULK_CHANNELS ? room : BULK_CHANNELS);
	if (!channels)
		return -ENOTSUP;
	kernel<<<channels, threads, (size_t)shared, aisp_stream(io)>>>(
		*io->ranks, parcel_of<T>(io, elems, channels));
	return aisp_launched();
}

template <class T> static struct reduction<T> reduction_of(const struct aisp_io *io) {
	struct reduction<T> p = {
	};

	p.x = (const T *)io->in[0].data;
	p.y = (T *)io->out[0].data;
	p.n = io->in[0].shape[1];
	return p;
}

#define ONE_SHOT_BLOCKS 132

/* Launches a kernel that takes a struct reduction, with a block per n_each vectors. */
template <auto KERNEL, class T>
static int launch_reduction(const struct aisp_io *io, int64_t n_vectors, int threads,
			    int64_t n_each)
{
	struct reduction<T> p = reduction_of<T>(io);
	int64_t n = aisp_ceil_div(n_vectors, n_each);
	int room = most_blocks<KERNEL>(threads, 0);

	if (!room)
		return -ENOTSUP;
	KERNEL<<<at_most(n, room < ONE_SHOT_BLOCKS ? room : ONE_SHOT_BLOCKS), threads,
		 0, aisp_stream(io)>>>(*io->ranks, p);
	return aisp_launched();
}

template <auto KERNEL, class T>
static int launch_one_shot(const struct aisp_io *io, int threads, int64_t n_each)
{
	int64_t n = vectors<T>(NULL, io->in[0].shape[1]).count();

	return launch_reduction<KERNEL, T>(io, n, threads, n_each);
}

template <class T> static int launch_one_shot_push(const struct aisp_io *io)
{
	return launch_one_shot<one_shot_push<T, 2>, T>(io, 512, 512);
}

template <class T> static int launch_one_shot_pull(const struct aisp_io *io)
{
	return launch_one_shot<one_shot_pull<T, 2>, T>(io, 512, 512);
}

/* N + 1 packets hold N vectors.  Packets of many peers do not fit into registers. */
template <class T, int N> static int launch_packets(const struct aisp_io *io)
{
	if (io->ranks->n == 4)
		return launch_one_shot<one_shot_packets<T, N, 3>, T>(io, 256, 256 * N);
	return launch_one_shot<one_shot_packets<T, N, 0>, T>(io, 256, 256 * N);
}

/* The same for two shots, per part. */
template <class T, int N> static int launch_two_shot_packets(const struct aisp_io *io)
{
	int64_t part = part_elems<T>(io->in[0].shape[1], io->ranks->n);

	return launch_reduction<two_shot_packets<T, N>, T>(io, part / vectors<T>::LANES,
							   256, 256 * N);
}

/* Each block is a channel of all three steps, each one chunk behind the last. */
#define TWO_SHOT_CHANNELS 132
#define TWO_SHOT_THREADS  512
#define TWO_SHOT_UNROLL   4

template <auto KERNEL, class T> static int launch_two_shot(const struct aisp_io *io)
{
	struct portions<T> q = {
	};
	const int64_t chunk = TWO_SHOT_THREADS * TWO_SHOT_UNROLL;
	int room = most_blocks<KERNEL>(TWO_SHOT_THREADS, 0);
	int64_t part;

	if (!room)
		return -ENOTSUP;
	q.p = reduction_of<T>(io);
	q.cut.lag = 1;
	part = part_elems<T>(q.p.n, io->ranks->n) / vectors<T>::LANES;
	q.cut.channels = at_most(aisp_ceil_div(part, chunk),
				 room < TWO_SHOT_CHANNELS ? room : TWO_SHOT_CHANNELS);
	KERNEL<<<q.cut.channels, TWO_SHOT_THREADS, 0, aisp_stream(io)>>>(*io->ranks, q);
	return aisp_launched();
}

template <class T> static int launch_two_shot_push(const struct aisp_io *io)
{
	return launch_two_shot<two_shot_push<T, TWO_SHOT_UNROLL>, T>(io);
}

template <class T> static int launch_two_shot_pull(const struct aisp_io *io)
{
	return launch_two_shot<two_shot_pull<T, TWO_SHOT_UNROLL>, T>(io);
}

#endif
