/* SPDX-License-Identifier: MIT
 *
 * moe_dispatch_gpu.h - rows on their way to the ranks of their experts: by the sender's
 * stores into the receiver's window, or by the receiver's loads from the sender's.
 */
#ifndef MOE_DISPATCH_GPU_H
#define MOE_DISPATCH_GPU_H

#include "moe_push.h"

struct rows {
	const float *x;
	float *y;
	const int32_t *id, *start;
	int pushers; /* blocks that push; the others take */
};

/* A warp sends a row to all ranks that need it or, if IS_PULLED, to its own window. */
template <bool IS_PULLED>
static __device__ void push_token(const struct aisp_ranks &r, const struct moe &m,
				  const struct rows &p, int64_t token)
{
	const vectors<const float> x = row_at(p.x, m, token);
	unsigned needed = 0;

	for (int k = 0; k < m.chosen; k++)
		needed |= 1u << p.id[token * m.chosen + k] / (int)m.experts;
	for (int64_t at = threadIdx.x % 32; at < x.count(); at += 32 * ROW_UNROLL) {
		uint4 v[ROW_UNROLL];

#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < x.count())
				v[u] = x.load(at + 32 * u);
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			uint4 *to =
				row_in(r, m, IS_PULLED ? r.rank : peer, r.rank, token);

			if (!(needed >> peer & 1))
				continue;
#pragma unroll
			for (int u = 0; u < ROW_UNROLL; u++)
				if (at + 32 * u < x.count())
					to[at + 32 * u] = v[u];
			if (IS_PULLED)
				break;
		}
	}
}

template <bool IS_PULLED>
static __device__ void push_group(const struct aisp_ranks &r, const struct moe &m,
				  const struct rows &p, int64_t g)
{
	for (int64_t i = threadIdx.x / 32; i < group_size(m, g); i += MOE_THREADS / 32)
		push_token<IS_PULLED>(r, m, p, group_first(m, g) + i);
	__syncthreads();
	if (threadIdx.x < r.n && threadIdx.x != r.rank)
		tell_group(r, threadIdx.x, g);
}

/* A warp copies a row to the places of the token's choices; from: NULL if x has it. */
static __device__ void put_token(const struct moe &m, const struct rows &p,
				 const vectors<const float> &x, const uint4 *from,
				 const int32_t *place)
{
	for (int64_t at = threadIdx.x % 32; at < x.count(); at += 32 * ROW_UNROLL) {
		uint4 v[ROW_UNROLL];

#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < x.count())
				v[u] = from ? __ldcg(from + at + 32 * u)
					    : x.load(at + 32 * u);
		for (int k = 0; k < m.chosen; k++) {
			if (place[k] < 0)
				continue;
#pragma unroll
			for (int u = 0; u < ROW_UNROLL; u++)
				if (at + 32 * u < x.count())
					row_at(p.y, m, place[k])
						.store(at + 32 * u, v[u]);
		}
	}
}

template <bool IS_PULLED>
static __device__ void take_group(const struct aisp_ranks &r, const struct moe &m,
				  const struct rows &p, int source, int64_t g,
				  struct places *places)
{
	find_own_places(places, r, m, p.start, source, g);
	if (threadIdx.x == 0 && source != r.rank)
		await_group(r, source, g);
	__syncthreads();
	for (int64_t i = threadIdx.x / 32; i < group_size(m, g);
	     i += MOE_THREADS / 32) {
		const int64_t token = group_first(m, g) + i;
		const int32_t *place = places->place + i * m.chosen;
		const uint4 *from =
			row_in(r, m, IS_PULLED ? source : r.rank, source, token);

		if (has_place(place, m))
			put_token(m, p, row_at(p.x, m, token),
				  source == r.rank ? NULL : from, place);
	}
}

template <bool IS_PULLED>
static __global__ void __launch_bounds__(MOE_THREADS)
	dispatch(const __grid_constant__ struct aisp_ranks r,
		 const __grid_constant__ struct moe m,
		 const __grid_constant__ struct rows p)
{
	__shared__ struct places places;

	if (blockIdx.x < p.pushers) {
		for (int64_t g = blockIdx.x; g < m.n_groups; g += p.pushers)
			push_group<IS_PULLED>(r, m, p, g);
		return;
	}
	for (int64_t i = blockIdx.x - p.pushers; i < r.n * m.n_groups;
	     i += gridDim.x - p.pushers)
		take_group<IS_PULLED>(r, m, p, (int)((r.rank + i) % r.n), i / r.n,
				      &places);
}

template <bool IS_PULLED> static int launch_dispatch(const struct aisp_io *io)
{
	const int room = most_blocks<dispatch<IS_PULLED>>(MOE_THREADS, 0) / 2;
	const struct moe m = moe_of(io);
	const int takers = at_most(io->ranks->n * m.n_groups, room);
	struct rows p = { aisp_in_f32(io, X), aisp_out_f32(io, ROWS_OUT),
			  (const int32_t *)io->in[ID].data,
			  (const int32_t *)io->workspace, at_most(m.n_groups, room) };
	int status = launch_starts(io, NULL, (int32_t *)io->out[COUNT].data);

	if (status || !room)
		return status ? status : -ENOTSUP;
	dispatch<IS_PULLED><<<p.pushers + takers, MOE_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, m, p);
	return aisp_launched();
}

#endif
