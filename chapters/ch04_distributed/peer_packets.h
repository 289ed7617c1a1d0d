/* SPDX-License-Identifier: MIT
 *
 * peer_packets.h - all-reduce in one crossing of the link, in packets (packet.h).
 * Windows are zero before a call.
 */
#ifndef PEER_PACKETS_H
#define PEER_PACKETS_H

#include "packet.h"
#include "peer_one_shot.h"

/* N vectors of a thread. */
template <int N> union words {
	uint4 v[N];
	uint32_t w[4 * N];
};

/* Vector 0 of this thread in its warp's group g of 32 N, and its first packet. */
template <int N> static __device__ inline int64_t vector_in(int64_t g)
{
	return g * 32 * N + threadIdx.x % 32;
}

template <int N> static __device__ inline int64_t packet_in(int64_t g)
{
	return g * 32 * (N + 1) + threadIdx.x % 32;
}

/* Calls work(g) for each of this warp's groups of vectors. */
template <int N, class Work>
static __device__ inline void each_group(int64_t n_vectors, const Work &work)
{
	const int64_t n_warps = gridDim.x * (int64_t)blockDim.x / 32;

	for (int64_t g = (blockIdx.x * (int64_t)blockDim.x + threadIdx.x) / 32;
	     g * 32 * N < n_vectors; g += n_warps)
		work(g);
}

template <int N, class T>
static __device__ inline void load_words(union words<N> *own, const vectors<const T> &x,
					 int64_t g)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		own->v[i] = x.load(vector_in<N>(g) + 32 * i);
}

template <class T, int N>
static __device__ inline void add_words(sums<T> *s, const union words<N> &w)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		s[i].add(w.v[i]);
}

/* The sums of a group; slots hold the packets of peers, n_packets each.  If PEERS is
 * not 0, all of them are loaded before the first is checked: the wait ends as soon as
 * the last one has arrived. */
template <class T, int N, int PEERS>
static __device__ inline void sum_group(sums<T> *s, const struct aisp_ranks &r,
					const union words<N> &own, const uint4 *slots,
					int64_t n_packets, uint32_t flag)
{
	uint4 packet[PEERS ? PEERS : 1][N + 1];
	union words<N> theirs;
	bool is_all = !PEERS;

	while (!is_all) {
		is_all = true;
#pragma unroll
		for (int k = 0; k < PEERS; k++)
			is_all &=
				take_packets<N>(packet[k], slots + k * n_packets, flag);
	}
#pragma unroll
	for (int k = 0; k < PEERS; k++) { /* in the order of ranks */
		if (k == r.rank)
			add_words(s, own);
		unpack_all<N>(theirs.w, packet[k]);
		add_words(s, theirs);
	}
	if (PEERS && r.rank == PEERS)
		add_words(s, own);
	for (int rank = 0; rank < r.n && !PEERS; rank++) {
		if (rank == r.rank) {
			add_words(s, own);
			continue;
		}
		await_packets<N>(theirs.w, slots + slot_of(r.rank, rank) * n_packets,
				 flag);
		add_words(s, theirs);
	}
}

/* Sends its terms to all peers and adds up theirs; PEERS: as of sum_group(). */
template <class T, int N, int PEERS>
static __device__ inline void send_and_add(const struct aisp_ranks &r,
					   const struct reduction<T> &p)
{
	const vectors<const T> x(p.x, p.n);
	const vectors<T> y(p.y, p.n);
	const int64_t n_packets = packets_of<N>(x.count());
	const uint32_t flag = p.before.count + 1;

	begin_kernel();
	each_group<N>(x.count(), [&](int64_t g) {
		const int64_t at = packet_in<N>(g);
		union words<N> own;
		sums<T> s[N];

		load_words<N>(&own, x, g);
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;

			send_packets<N>(window_of(&r, peer, &p.before) +
						slot_of(peer, r.rank) * n_packets + at,
					own.w, flag);
		}
#pragma unroll
		for (int i = 0; i < N; i++)
			s[i].clear();
		sum_group<T, N, PEERS>(s, r, own, window_of(&r, r.rank, &p.before) + at,
				       n_packets, flag);
#pragma unroll
		for (int i = 0; i < N; i++)
			y.store(vector_in<N>(g) + 32 * i, s[i].rounded());
	});
}

template <class T, int N, int PEERS>
static __global__ void one_shot_packets(const __grid_constant__ struct aisp_ranks r,
					const __grid_constant__ struct reduction<T> p)
{
	send_and_add<T, N, PEERS>(r, p);
}

#endif
