/* SPDX-License-Identifier: MIT
 *
 * peer_two_shot_pull.h - the two shots by loads from the peers.
 */
#ifndef PEER_TWO_SHOT_PULL_H
#define PEER_TWO_SHOT_PULL_H

#include "peer_two_shot.h"

/* Each rank shows everything in its own window; peers load from it. */
template <class T, int UNROLL>
static __global__ void __launch_bounds__(512)
	two_shot_pull(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct portions<T> q)
{
	const int64_t stride = part_elems<T>(q.p.n, r.n) / vectors<T>::LANES;
	const int64_t chunk = UNROLL * (int64_t)blockDim.x;
	uint4 *shown = window_of(&r, r.rank, &q.p.before);
	uint32_t number = q.p.before.count;

	begin_kernel();
	for (int64_t first = blockIdx.x * chunk; first < stride;
	     first += gridDim.x * chunk) {
		const vectors<const T> x = part_of<T>(q.p.x, q.p.n, r.n, r.rank);
		const vectors<T> y = part_of<T>(q.p.y, q.p.n, r.n, r.rank);

		for (int k = 0; k < r.n; k++)
			if (k != r.rank)
				push_chunk<const T, UNROLL>(
					part_of<T>(q.p.x, q.p.n, r.n, k),
					shown + k * stride, first);
		meet(r, ++number);
		sums<T> s[UNROLL];

#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			s[u].clear();
		for (int k = 0; k < r.n; k++) {
			const uint4 *from =
				window_of(&r, k, &q.p.before) + r.rank * stride;

#pragma unroll
			for (int u = 0; u < UNROLL; u++) {
				int64_t i = first + threadIdx.x + u * blockDim.x;

				if (i < x.count())
					s[u].add(k == r.rank ? x.load(i)
							     : __ldcg(from + i));
			}
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			int64_t i = first + threadIdx.x + u * blockDim.x;

			if (i < y.count()) {
				uint4 v = s[u].rounded();

				y.store(i, v);
				shown[r.rank * stride + i] = v;
			}
		}
		meet(r, ++number);
		for (int far = 1; far < r.n; far++) {
			int k = (r.rank + far) % r.n;

			take_chunk<T, UNROLL>(
				part_of<T>(q.p.y, q.p.n, r.n, k),
				window_of(&r, k, &q.p.before) + k * stride, first);
		}
	}
}

#endif
