/* SPDX-License-Identifier: MIT
 *
 * peer_two_shot_packets.h - all-reduce for medium tensors and more than two ranks: each
 * rank adds up one part for all, and hands the sums out.  Both steps use packets with
 * flags, so that it takes two crossings of a link; signals behind data take four.
 */
#ifndef PEER_TWO_SHOT_PACKETS_H
#define PEER_TWO_SHOT_PACKETS_H

#include "peer_packets.h"
#include "peer_two_shot.h"

/* Sends, adds up and gathers a group of vectors of each part.  A window has a slot for
 * each peer's terms, and behind those one for each peer's sums. */
template <class T, int N> struct packet_shot {
	const struct aisp_ranks &r;
	const struct reduction<T> &p;
	int64_t n_packets; /* of a part */
	uint32_t flag;

	__device__ uint4 *slot(int rank, int source, bool has_sums, int64_t g) const
	{
		int k = slot_of(rank, source) + (has_sums ? r.n - 1 : 0);

		return window_of(&r, rank, &p.before) + k * n_packets + packet_in<N>(g);
	}

	/* Sends each part to the rank that adds it up. */
	__device__ void scatter(int64_t g) const
	{
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			union words<N> own;

			load_words<N>(&own, part_of<T>(p.x, p.n, r.n, peer), g);
			send_packets<N>(slot(peer, r.rank, false, g), own.w, flag);
		}
	}

	/* Adds up this rank's part, stores it to its output and sends it to all. */
	__device__ void add(int64_t g) const
	{
		const vectors<T> y = part_of<T>(p.y, p.n, r.n, r.rank);
		union words<N> w;
		sums<T> s[N];

#pragma unroll
		for (int i = 0; i < N; i++)
			s[i].clear();
		for (int k = 0; k < r.n; k++) {
			if (k == r.rank)
				load_words<N>(&w, part_of<T>(p.x, p.n, r.n, k), g);
			else
				await_packets<N>(w.w, slot(r.rank, k, false, g), flag);
			add_words(s, w);
		}
#pragma unroll
		for (int i = 0; i < N; i++)
			w.v[i] = s[i].rounded();
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;

			send_packets<N>(slot(peer, r.rank, true, g), w.w, flag);
		}
		store(y, w, g);
	}

	/* Copies sums of other parts to the output. */
	__device__ void gather(int64_t g) const
	{
		for (int far = 1; far < r.n; far++) {
			int source = (r.rank + far) % r.n;
			union words<N> w;

			await_packets<N>(w.w, slot(r.rank, source, true, g), flag);
			store(part_of<T>(p.y, p.n, r.n, source), w, g);
		}
	}

	__device__ void store(const vectors<T> &y, const union words<N> &w,
			      int64_t g) const
	{
#pragma unroll
		for (int i = 0; i < N; i++)
			y.store(vector_in<N>(g) + 32 * i, w.v[i]);
	}
};

/* No block waits before it has sent everything that others wait for. */
template <class T, int N>
static __global__ void two_shot_packets(const __grid_constant__ struct aisp_ranks r,
					const __grid_constant__ struct reduction<T> p)
{
	const int64_t n = part_elems<T>(p.n, r.n) / vectors<T>::LANES;
	const struct packet_shot<T, N> shot = {
		r, p, packets_of<N>(n), p.before.count + 1
	};

	begin_kernel();
	each_group<N>(n, [&](int64_t g) { shot.scatter(g); });
	each_group<N>(n, [&](int64_t g) { shot.add(g); });
	each_group<N>(n, [&](int64_t g) { shot.gather(g); });
}

#endif
