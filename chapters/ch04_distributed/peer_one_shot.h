/* SPDX-License-Identifier: MIT
 *
 * peer_one_shot.h - all-reduce for small tensors: every rank gets everything and adds
 * up, after one round of signals between counterpart blocks.
 */
#ifndef PEER_ONE_SHOT_H
#define PEER_ONE_SHOT_H

#include "peer_exchange.h"

template <class T> struct reduction {
	const T *x;
	T *y;
	int64_t n; /* elements */
	struct before before;
};

/* Signals all counterparts of this block, and waits for all of them. */
static __device__ inline void meet(const struct aisp_ranks &r, uint32_t number)
{
	__syncthreads();
	if (threadIdx.x < r.n && threadIdx.x != r.rank) {
		aisp_gpu_signal_set(&r, threadIdx.x, signal_of(blockIdx.x, r.rank),
				    number);
		aisp_gpu_signal_wait(&r, r.rank, signal_of(blockIdx.x, threadIdx.x),
				     number);
	}
	__syncthreads();
}

/* Stores terms into the peers' windows; a thread's own terms stay in its registers.
 * Block b of each rank waits for the peers' blocks b: all fit on the GPU at once. */
template <class T, int UNROLL>
static __device__ inline void push_and_add(const struct aisp_ranks &r,
					   const struct reduction<T> &p)
{
	const vectors<const T> x(p.x, p.n);
	const vectors<T> y(p.y, p.n);
	const int64_t step = gridDim.x * (int64_t)blockDim.x;
	const int64_t first = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	const uint4 *slots = window_of(&r, r.rank, &p.before);
	uint32_t number = p.before.count;
	uint4 own[UNROLL];

	begin_kernel();
	for (int64_t at = first; at - threadIdx.x < x.count(); at += UNROLL * step) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			if (at + u * step < x.count())
				own[u] = x.load(at + u * step);
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			uint4 *to = window_of(&r, peer, &p.before) +
				    slot_of(peer, r.rank) * x.count();

#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				if (at + u * step < x.count())
					to[at + u * step] = own[u];
		}
		meet(r, ++number);
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			int64_t i = at + u * step;
			sums<T> s;

			if (i >= x.count())
				break;
			s.clear();
			for (int k = 0; k < r.n; k++)
				s.add(k == r.rank
					      ? own[u]
					      : __ldcg(slots +
						       slot_of(r.rank, k) * x.count() +
						       i));
			y.store(i, s.rounded());
		}
	}
}

template <class T, int UNROLL>
static __global__ void __launch_bounds__(512)
	one_shot_push(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct reduction<T> p)
{
	push_and_add<T, UNROLL>(r, p);
}

/* Stores terms into this rank's window, from which the peers load. */
template <class T, int UNROLL>
static __global__ void __launch_bounds__(512)
	one_shot_pull(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct reduction<T> p)
{
	const vectors<const T> x(p.x, p.n);
	const vectors<T> y(p.y, p.n);
	const int64_t step = gridDim.x * (int64_t)blockDim.x;
	const int64_t first = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	uint4 *shown = window_of(&r, r.rank, &p.before);
	uint32_t number = p.before.count;
	uint4 own[UNROLL];

	begin_kernel();
	for (int64_t at = first; at - threadIdx.x < x.count(); at += UNROLL * step) {
		sums<T> s[UNROLL];

#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			s[u].clear();
			if (at + u * step < x.count()) {
				own[u] = x.load(at + u * step);
				shown[at + u * step] = own[u];
			}
		}
		meet(r, ++number);
		for (int k = 0; k < r.n; k++) {
			const uint4 *from = window_of(&r, k, &p.before);

#pragma unroll
			for (int u = 0; u < UNROLL; u++)
				if (at + u * step < x.count())
					s[u].add(k == r.rank ? own[u]
							     : __ldcg(from + at +
								      u * step));
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			if (at + u * step < y.count())
				y.store(at + u * step, s[u].rounded());
	}
}

#endif
