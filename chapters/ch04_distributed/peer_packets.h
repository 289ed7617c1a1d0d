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

/* work(g): groups of this warp, of so many vectors together. */
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

template <class T, int N>
static __global__ void one_shot_packets(const __grid_constant__ struct aisp_ranks r,
					const __grid_constant__ struct reduction<T> p)
{
	const vectors<const T> x(p.x, p.n);
	const vectors<T> y(p.y, p.n);
	const int64_t n_packets = packets_of<N>(x.count());
	const uint32_t flag = p.before.count + 1;
	const uint4 *slots = window_of(&r, r.rank, &p.before);

	begin_kernel();
	each_group<N>(x.count(), [&](int64_t g) {
		const int64_t first = vector_in<N>(g), at = packet_in<N>(g);
		union words<N> own, theirs;
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
		for (int rank = 0; rank < r.n; rank++) {
			if (rank == r.rank) {
				add_words(s, own);
				continue;
			}
			await_packets<N>(theirs.w,
					 slots + slot_of(r.rank, rank) * n_packets + at,
					 flag);
			add_words(s, theirs);
		}
#pragma unroll
		for (int i = 0; i < N; i++)
			y.store(first + 32 * i, s[i].rounded());
	});
}

#endif
