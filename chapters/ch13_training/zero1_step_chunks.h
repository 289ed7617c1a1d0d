/* SPDX-License-Identifier: MIT
 *
 * zero1_step_chunks.h - the steps of a chunk: gradients go into the window of the rank
 * that sums them, which steps in registers, and parameters into the windows of all.
 */
#ifndef ZERO1_STEP_CHUNKS_H
#define ZERO1_STEP_CHUNKS_H

#include <aisp/peer_channels.h>

#include "zero1_step_gpu.h"

#define STEP_THREADS 512
#define STEP_UNROLL  4 /* vectors of a thread, whose loads are under way together */

/* This rank's part: what the step reads and what it writes. */
struct part {
	vectors<const float> g, p0, m0, v0;
	vectors<float> p, m, v;

	__device__ part(const struct zero1 &z, int64_t first)
	    : g(z.g + first, z.n), p0(z.p0 + first, z.n), m0(z.m0 + first, z.n),
	      v0(z.v0 + first, z.n), p(z.p + first, z.n), m(z.m, z.n), v(z.v, z.n)
	{
	}

	/* Vectors that are whole in each of them. */
	__device__ int64_t n_full() const
	{
		return min(min(min(g.n_full, p0.n_full), min(m0.n_full, v0.n_full)),
			   min(p.n_full, min(m.n_full, v.n_full)));
	}
};

template <bool IS_FULL>
static __device__ uint4 fetch(const vectors<const float> &x, int64_t i)
{
	return IS_FULL ? __ldcs(x.at(i)) : x.load(i);
}

/* Sends, steps and gathers chunks. */
struct shard {
	const struct aisp_ranks &r;
	const struct zero1 &z;
	int channel;
	int64_t stride; /* vectors of a part */
	struct adamw_rates rates;
	float decay;

	__device__ int64_t first(int64_t number) const
	{
		return (number * gridDim.x + channel) * STEP_UNROLL * STEP_THREADS;
	}

	/* What source has sent: gradients; parameters. */
	__device__ uint4 *sent(int rank, int source) const
	{
		return (uint4 *)r.window[rank] + slot_of(rank, source) * stride;
	}

	__device__ uint4 *stepped(int rank, int source) const
	{
		return sent(rank, source) + (r.n - 1) * stride;
	}

	__device__ void scatter(int64_t number) const
	{
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;

			push_chunk<const float, STEP_UNROLL>(
				vectors<const float>(z.g + peer * z.n, z.n),
				sent(peer, r.rank), first(number));
		}
		tell(r, channel, (uint32_t)number + 1);
	}

	template <bool IS_FULL>
	__device__ void add(const struct part &a, int64_t i, sums<float> *s) const
	{
#pragma unroll
		for (int u = 0; u < STEP_UNROLL; u++)
			s[u].clear();
		for (int k = 0; k < r.n; k++) {
#pragma unroll
			for (int u = 0; u < STEP_UNROLL; u++) {
				int64_t at = i + u * STEP_THREADS;

				if (!IS_FULL && at >= stride)
					continue;
				s[u].add(k == r.rank ? fetch<IS_FULL>(a.g, at)
						     : __ldcg(sent(r.rank, k) + at));
			}
		}
	}

	template <bool IS_FULL>
	__device__ void step_vector(const struct part &a, int64_t i,
				    const sums<float> &g) const
	{
		uint4 p = fetch<IS_FULL>(a.p0, i), m = fetch<IS_FULL>(a.m0, i);
		uint4 v = fetch<IS_FULL>(a.v0, i);

#pragma unroll
		for (int k = 0; k < 4; k++)
			adamw_element((float *)&p + k, (float *)&m + k, (float *)&v + k,
				      g.s[k], &rates, decay);
		for (int far = 1; far < r.n; far++)
			stepped((r.rank + far) % r.n, r.rank)[i] = p;
		a.p.store(i, p);
		a.m.store(i, m);
		a.v.store(i, v);
	}

	template <bool IS_FULL>
	__device__ void step_chunk(const struct part &a, int64_t i) const
	{
		sums<float> s[STEP_UNROLL];

		add<IS_FULL>(a, i, s);
#pragma unroll
		for (int u = 0; u < STEP_UNROLL; u++)
			if (IS_FULL || i + u * STEP_THREADS < stride)
				step_vector<IS_FULL>(a, i + u * STEP_THREADS, s[u]);
	}

	__device__ void step(int64_t number) const
	{
		const struct part a(z, r.rank * z.n);
		const int64_t from = first(number);

		await(r, channel, (uint32_t)number + 1);
		if (from + STEP_UNROLL * STEP_THREADS <= a.n_full())
			step_chunk<true>(a, from + threadIdx.x);
		else
			step_chunk<false>(a, from + threadIdx.x);
		tell(r, channel + SUMMED, (uint32_t)number + 1);
	}

	__device__ void gather(int64_t number) const
	{
		await(r, channel + SUMMED, (uint32_t)number + 1);
		for (int far = 1; far < r.n; far++) {
			int source = (r.rank + far) % r.n;

			take_chunk<float, STEP_UNROLL>(
				vectors<float>(z.p + source * z.n, z.n),
				stepped(r.rank, source), first(number));
		}
	}
};

#endif
