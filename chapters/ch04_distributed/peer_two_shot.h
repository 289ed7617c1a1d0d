/* SPDX-License-Identifier: MIT
 *
 * peer_two_shot.h - all-reduce for large tensors: each rank adds up one part for all,
 * then hands the sums out, by stores chunk by chunk, or by loads.
 */
#ifndef PEER_TWO_SHOT_H
#define PEER_TWO_SHOT_H

#include "peer_one_shot.h"

/* Each rank's part of a tensor's vectors; the last rank's is smaller. */
template <class T> struct portions {
	struct reduction<T> p;
	struct cut cut; /* channels below 256 */
};

template <class T>
static __host__ __device__ inline int64_t part_elems(int64_t n, int ranks)
{
	const int lanes = 16 / sizeof(T);
	int64_t n_vectors = (n + lanes - 1) / lanes;

	return (n_vectors + ranks - 1) / ranks * lanes;
}

template <class T, class U>
static __device__ vectors<U> part_of(U *data, int64_t n, int ranks, int part)
{
	int64_t elems = part_elems<T>(n, ranks), from = part * elems;
	int64_t left = n - from;

	return vectors<U>(data + from, left < 0 ? 0 : left < elems ? left : elems);
}

/* Sends, adds up and gathers chunks of the ranks' parts. */
template <class T, int UNROLL> struct shot {
	const struct aisp_ranks &r;
	const struct portions<T> &q;
	int64_t stride; /* vectors of a part */
	int channel;

	__device__ int64_t first(int64_t number) const
	{
		return (number * q.cut.channels + channel) * UNROLL * blockDim.x;
	}

	__device__ uint4 *slot(int rank, int source) const
	{
		return window_of(&r, rank, &q.p.before) +
		       slot_of(rank, source) * stride;
	}

	/* Sends each part to the rank that adds it up. */
	__device__ void scatter(int64_t number) const
	{
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;

			push_chunk<const T, UNROLL>(part_of<T>(q.p.x, q.p.n, r.n, peer),
						    slot(peer, r.rank), first(number));
		}
		tell(r, channel, q.p.before.count + (uint32_t)number + 1);
	}

	/* Stores the sums of this rank's part to its output and sends them to all. */
	__device__ void add(int64_t number) const
	{
		const vectors<const T> x = part_of<T>(q.p.x, q.p.n, r.n, r.rank);
		const vectors<T> y = part_of<T>(q.p.y, q.p.n, r.n, r.rank);
		const uint32_t count = q.p.before.count + (uint32_t)number + 1;
		int64_t i = first(number) + threadIdx.x;

		await(r, channel, count);
#pragma unroll
		for (int u = 0; u < UNROLL; u++, i += blockDim.x) {
			sums<T> s;

			if (i >= x.count())
				continue;
			s.clear();
			for (int k = 0; k < r.n; k++)
				s.add(k == r.rank ? x.load(i)
						  : __ldcg(slot(r.rank, k) + i));
			uint4 v = s.rounded();

			y.store(i, v);
			for (int far = 1; far < r.n; far++) {
				int peer = (r.rank + far) % r.n;

				slot(peer, r.rank)[(r.n - 1) * stride + i] = v;
			}
		}
		tell(r, channel + SUMMED, count);
	}

	/* Copies sums of other parts from the window to the output. */
	__device__ void gather(int64_t number) const
	{
		await(r, channel + SUMMED, q.p.before.count + (uint32_t)number + 1);
		for (int far = 1; far < r.n; far++) {
			int source = (r.rank + far) % r.n;

			take_chunk<T, UNROLL>(part_of<T>(q.p.y, q.p.n, r.n, source),
					      slot(r.rank, source) + (r.n - 1) * stride,
					      first(number));
		}
	}
};

/* Each block does all three steps of a channel, or only one of them. */
template <class T, int UNROLL>
static __global__ void __launch_bounds__(512)
	two_shot_push(const __grid_constant__ struct aisp_ranks r,
		      const __grid_constant__ struct portions<T> q)
{
	const int64_t stride = part_elems<T>(q.p.n, r.n) / vectors<T>::LANES;
	const int job = blockIdx.x / q.cut.channels, lag = q.cut.lag;
	const struct shot<T, UNROLL> s = {
		r, q, stride, (int)blockIdx.x % q.cut.channels
	};
	const int64_t n = chunks_of_channel(stride, q.cut.channels, s.channel,
					    UNROLL * (int64_t)blockDim.x);

	begin_kernel();
	if (q.cut.is_split) {
		for (int64_t k = 0; k < n; k++)
			if (job == 0)
				s.scatter(k);
			else if (job == 1)
				s.add(k);
			else
				s.gather(k);
		return;
	}
	for (int64_t k = 0; k < n + 2 * lag; k++) {
		if (k < n)
			s.scatter(k);
		if (k >= lag && k - lag < n)
			s.add(k - lag);
		if (k >= 2 * lag)
			s.gather(k - 2 * lag);
	}
}

#endif
