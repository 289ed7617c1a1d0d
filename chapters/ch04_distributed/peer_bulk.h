/* SPDX-License-Identifier: MIT
 *
 * peer_bulk.h - the exchange of peer_exchange.h with the copy unit of each SM: one
 * thread issues copies of chunks from memory to shared memory and from there to a peer;
 * the other warps take arriving chunks.  Blocks begin at multiples of 16 bytes.
 */
#ifndef PEER_BULK_H
#define PEER_BULK_H

#include "peer_bulk_push.h"

static __device__ inline void takers_meet(void)
{
	asm volatile("bar.sync 1, %0;" ::"n"(BULK_TAKERS) : "memory");
}

template <class T, int UNROLL>
static __device__ void add_bulk(const struct aisp_ranks &r, const vectors<const T> &x,
				const vectors<T> &y, const uint4 *slots, int64_t first)
{
	const int64_t stride = x.count();
	sums<T> s[UNROLL];

#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		s[u].clear();
	for (int k = 0; k < r.n; k++) {
		const uint4 *v = slots + slot_of(r.rank, k) * stride;

#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			int64_t i = first + u * BULK_TAKERS;

			if (i < stride)
				s[u].add(k == r.rank ? x.load(i) : __ldcg(v + i));
		}
	}
#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		if (first + u * BULK_TAKERS < stride)
			y.store(first + u * BULK_TAKERS, s[u].rounded());
}

/* Copies from a peer's slot or, if that is NULL, from x. */
template <class T, int UNROLL>
static __device__ void copy_bulk(const vectors<const T> &x, const vectors<T> &y,
				 const uint4 *from, int64_t first)
{
	uint4 v[UNROLL];

#pragma unroll
	for (int u = 0; u < UNROLL; u++) {
		int64_t i = first + u * BULK_TAKERS;

		if (i < y.count())
			v[u] = from ? __ldcg(from + i) : x.load(i);
	}
#pragma unroll
	for (int u = 0; u < UNROLL; u++)
		if (first + u * BULK_TAKERS < y.count())
			y.store(first + u * BULK_TAKERS, v[u]);
}

/* Threads 0 to BULK_TAKERS - 1, of all warps but one, call it. */
template <class T, enum exchange_kind KIND, int UNROLL>
static __device__ void take_bulk(const struct aisp_ranks &r, const struct parcel<T> &p,
				 int channel, int64_t number, int thread)
{
	const vectors<const T> x = sent_to<T, KIND>(p, r.rank);
	const uint4 *slots = window_of(&r, r.rank, &p.before);
	const int64_t first =
		(number * p.cut.channels + channel) * UNROLL * BULK_TAKERS + thread;

	if (thread < r.n && thread != r.rank && is_from<KIND>(r.rank, thread, r.n))
		aisp_gpu_signal_wait(&r, r.rank, signal_of(channel, thread),
				     p.before.count + (uint32_t)number + 1);
	takers_meet();
	if constexpr (KIND == ADD_ALL || KIND == ADD_PART) {
		add_bulk<T, UNROLL>(r, x, vectors<T>(p.y, p.elems), slots, first);
	} else {
		for (int source = 0; source < r.n; source++) {
			const uint4 *from = slots + slot_of(r.rank, source) * x.count();
			bool is_own = source == r.rank;

			if (is_own ? KIND != NEXT : is_from<KIND>(r.rank, source, r.n))
				copy_bulk<T, UNROLL>(x, taken_from<T, KIND>(p, source),
						     is_own ? NULL : from, first);
		}
	}
}

template <class T, enum exchange_kind KIND, int UNROLL>
static __global__ void __launch_bounds__(32 + BULK_TAKERS, 1)
	exchange_bulk(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct parcel<T> p)
{
	extern __shared__ __align__(128) unsigned char room[];
	__shared__ uint64_t bars[BULK_STAGES];
	const int64_t chunk = UNROLL * BULK_TAKERS;
	const int channel = blockIdx.x, n_peers = KIND == NEXT ? 1 : r.n - 1;
	const int64_t n = chunks_of_channel(vectors<const T>(p.x, p.elems).count(),
					    p.cut.channels, channel, chunk);

	begin_kernel();
	if (threadIdx.x >= BULK_TAKERS) {
		const struct pusher<T, KIND> s = {
			r, p, channel, n_peers, chunk, n *n_peers, room, bars
		};

		if (threadIdx.x == BULK_TAKERS)
			s.run();
		return;
	}
	for (int64_t k = 0; k < n; k++)
		take_bulk<T, KIND, UNROLL>(r, p, channel, k, threadIdx.x);
}

#endif
