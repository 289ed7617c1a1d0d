/* SPDX-License-Identifier: MIT
 *
 * peer_chunks.h - a block's work on a chunk, which has UNROLL vectors for each of its
 * threads: it stores the chunk into a peer's window, loads it from its own, or adds up.
 */
#ifndef AISP_PEER_CHUNKS_H
#define AISP_PEER_CHUNKS_H

#include <aisp/peer_vectors.h>

/* Vectors first + threadIdx.x + i blockDim.x; in the fast path all loads are under way
 * before the first is needed. */
template <class T, int UNROLL>
static __device__ void push_chunk(const vectors<T> &x, uint4 *to, int64_t first)
{
	int64_t i = first + threadIdx.x;
	uint4 v[UNROLL];

	if (first + UNROLL * (int64_t)blockDim.x <= x.n_full) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			v[u] = __ldcs(x.at(i + u * blockDim.x));
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			to[i + u * blockDim.x] = v[u];
		return;
	}
	for (int u = 0; u < UNROLL; u++, i += blockDim.x)
		if (i < x.count())
			to[i] = x.load(i);
}

template <class T, int UNROLL>
static __device__ void take_chunk(const vectors<T> &y, const uint4 *from, int64_t first)
{
	int64_t i = first + threadIdx.x;
	uint4 v[UNROLL];

	if (first + UNROLL * (int64_t)blockDim.x <= y.n_full) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			v[u] = __ldcg(from + i + u * blockDim.x);
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			__stcs(y.at(i + u * blockDim.x), v[u]);
		return;
	}
	for (int u = 0; u < UNROLL; u++, i += blockDim.x)
		if (i < y.count())
			y.store(i, __ldcg(from + i));
}

/* y = the sum of x and of the peers' vectors, in the order of ranks. */
template <class T, int UNROLL>
static __device__ void add_chunk(const struct aisp_ranks &r, const vectors<const T> &x,
				 const vectors<T> &y, const uint4 *slots,
				 int64_t stride, int64_t first)
{
	int64_t i = first + threadIdx.x;
	sums<T> s[UNROLL];

	if (first + UNROLL * (int64_t)blockDim.x <= min(x.n_full, y.n_full)) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			s[u].clear();
		for (int k = 0; k < r.n; k++) {
			const uint4 *v = k == r.rank
						 ? x.at(0)
						 : slots + slot_of(r.rank, k) * stride;
#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				s[u].add(__ldcg(v + i + u * blockDim.x));
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			__stcs(y.at(i + u * blockDim.x), s[u].rounded());
		return;
	}
	for (int u = 0; u < UNROLL; u++, i += blockDim.x) {
		if (i >= y.count())
			continue;
		s[0].clear();
		for (int k = 0; k < r.n; k++)
			s[0].add(k == r.rank ? x.load(i)
					     : __ldcg(slots +
						      slot_of(r.rank, k) * stride + i));
		y.store(i, s[0].rounded());
	}
}

#endif
