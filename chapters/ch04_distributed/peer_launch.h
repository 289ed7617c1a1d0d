/* SPDX-License-Identifier: MIT
 *
 * peer_launch.h - how variants launch the kernels of the other headers: how many
 * blocks, which is how much of the GPU a collective takes.
 *
 * A link of 450 GB/s (NVLink 4) with an answer after about 2 us holds about 1 MiB: that
 * many loads or stores must be under way, be it from many blocks or from few.
 */
#ifndef PEER_LAUNCH_H
#define PEER_LAUNCH_H

#include "peer_bulk.h"
#include "peer_packets.h"
#include "peer_two_shot.h"

/* Of exchange_chunks(): blocks that push, and as many that take. */
#define EXCHANGE_CHANNELS 66
#define EXCHANGE_THREADS  512
#define EXCHANGE_UNROLL   4

/* Of exchange_bulk(). */
#define BULK_CHANNELS 64
#define BULK_UNROLL   4

static inline int at_most(int64_t n, int most)
{
	return (int)(n < most ? n : most);
}

/* A call that is the only one. */
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

template <class T, enum exchange_kind KIND>
static int launch_exchange(const struct aisp_io *io, int64_t elems)
{
	const int64_t chunk = EXCHANGE_UNROLL * EXCHANGE_THREADS;
	int64_t n_vectors = vectors<T>(NULL, elems).count();
	int channels = at_most(aisp_ceil_div(n_vectors, chunk), EXCHANGE_CHANNELS);

	exchange_chunks<T, KIND, EXCHANGE_UNROLL>
		<<<2 * channels, EXCHANGE_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, parcel_of<T>(io, elems, channels));
	return aisp_launched();
}

/* Blocks that do not begin at multiples of 16 bytes are not for the copy unit. */
template <class T, enum exchange_kind KIND>
static int launch_bulk(const struct aisp_io *io, int64_t elems)
{
	const int64_t chunk = BULK_UNROLL * BULK_TAKERS;
	const int room = BULK_STAGES * (int)chunk * 16;
	int64_t n_vectors = vectors<T>(NULL, elems).count();
	int channels = at_most(aisp_ceil_div(n_vectors, chunk), BULK_CHANNELS);
	auto kernel = exchange_bulk<T, KIND, BULK_UNROLL>;

	if (elems * sizeof(T) % 16 && KIND != NEXT && KIND != ADD_ALL)
		return launch_exchange<T, KIND>(io, elems);
	AISP_TRY(cudaFuncSetAttribute(
		kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
	kernel<<<channels, 32 + BULK_TAKERS, room, aisp_stream(io)>>>(
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

#define ONE_SHOT_THREADS 512
#define ONE_SHOT_BLOCKS  132

template <class T>
static int launch_one_shot_push(const struct aisp_io *io)
{
	struct reduction<T> p = reduction_of<T>(io);
	int64_t n = aisp_ceil_div(vectors<T>(NULL, p.n).count(), ONE_SHOT_THREADS);

	one_shot_push<T, 2>
		<<<at_most(n, ONE_SHOT_BLOCKS), ONE_SHOT_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, p);
	return aisp_launched();
}

template <class T> static int launch_one_shot_pull(const struct aisp_io *io)
{
	struct reduction<T> p = reduction_of<T>(io);
	int64_t n = aisp_ceil_div(vectors<T>(NULL, p.n).count(), ONE_SHOT_THREADS);

	one_shot_pull<T, 2>
		<<<at_most(n, ONE_SHOT_BLOCKS), ONE_SHOT_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, p);
	return aisp_launched();
}

/* N + 1 packets for N vectors. */
template <class T, int N> static int launch_packets(const struct aisp_io *io)
{
	const int threads = 256;
	struct reduction<T> p = reduction_of<T>(io);
	int64_t n = aisp_ceil_div(vectors<T>(NULL, p.n).count(), threads * N);

	one_shot_packets<T, N>
		<<<at_most(n, ONE_SHOT_BLOCKS), threads, 0, aisp_stream(io)>>>(
			*io->ranks, p);
	return aisp_launched();
}

/* Blocks of each of the three kinds, or of the one kind that does all. */
#define TWO_SHOT_CHANNELS 44
#define TWO_SHOT_THREADS  512
#define TWO_SHOT_UNROLL   4

template <class T>
static struct portions<T> portions_of(const struct aisp_io *io, int most) {
	struct portions<T> q = {
	};
	int64_t part;

	q.p = reduction_of<T>(io);
	q.cut.is_split = 1;
	part = part_elems<T>(q.p.n, io->ranks->n) / vectors<T>::LANES;
	q.cut.channels =
		at_most(aisp_ceil_div(part, TWO_SHOT_THREADS *TWO_SHOT_UNROLL), most);
	return q;
}

template <class T>
static int launch_two_shot_push(const struct aisp_io *io)
{
	struct portions<T> q = portions_of<T>(io, TWO_SHOT_CHANNELS);

	two_shot_push<T, TWO_SHOT_UNROLL>
		<<<3 * q.cut.channels, TWO_SHOT_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, q);
	return aisp_launched();
}

template <class T> static int launch_two_shot_pull(const struct aisp_io *io)
{
	struct portions<T> q = portions_of<T>(io, 3 * TWO_SHOT_CHANNELS);

	two_shot_pull<T, TWO_SHOT_UNROLL>
		<<<q.cut.channels, TWO_SHOT_THREADS, 0, aisp_stream(io)>>>(*io->ranks,
									   q);
	return aisp_launched();
}

#endif
