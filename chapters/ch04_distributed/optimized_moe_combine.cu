/* SPDX-License-Identifier: MIT
 *
 * Each rank adds up the rows of its experts for a token and stores one sum into the
 * window of the token's rank, with a signal for each group of tokens; that rank adds up
 * the sums of one group while others arrive.  Choices and weights were sent before.
 */
#include "workload_moe_combine.h"

#include "moe_push.h"
#include "moe_sums.h"

struct parts {
	const float *rows, *weight;
	float *y;
	const int32_t *start;
	int pushers; /* blocks that push; the others add up */
};

/* Pushes the sums of this rank's experts for a group of another rank. */
static __device__ void push_group(const struct aisp_ranks &r, const struct moe &m,
				  const struct parts &p, int owner, int64_t g,
				  struct places *places)
{
	find_own_places(places, r, m, p.start, owner, g);
	for (int64_t i = threadIdx.x / 32; i < group_size(m, g);
	     i += MOE_THREADS / 32) {
		const int64_t token = group_first(m, g) + i;
		const int32_t *place = places->place + i * m.chosen;
		const struct terms t = { p.rows,
					 weights_in(r, m, r.rank, owner) +
						 token * m.chosen,
					 place };
		uint4 *to = row_in(r, m, owner, r.rank, token);
		const bool has = has_place(place, m);

		for (int64_t at = threadIdx.x % 32; has && at < (m.width + 3) / 4;
		     at += 32 * ROW_UNROLL) {
			sums<float> s[ROW_UNROLL];

			sum_terms(s, t, m, at);
#pragma unroll
			for (int u = 0; u < ROW_UNROLL; u++)
				if (at + 32 * u < (m.width + 3) / 4)
					to[at + 32 * u] = s[u].rounded();
		}
	}
	__syncthreads();
	if (threadIdx.x == 0)
		tell_group(r, owner, g);
}

/* A warp adds its rank's own sum and those of all other ranks that have one. */
static __device__ void add_token(const struct aisp_ranks &r, const struct moe &m,
				 const struct terms &t, const vectors<float> &y,
				 unsigned from, int64_t token)
{
	for (int64_t at = threadIdx.x % 32; at < y.count(); at += 32 * ROW_UNROLL) {
		sums<float> s[ROW_UNROLL];

		sum_terms(s, t, m, at);
		for (int far = 1; far < r.n; far++) {
			int peer = (r.rank + far) % r.n;
			const uint4 *part = row_in(r, m, r.rank, peer, token);

			if (!(from >> peer & 1))
				continue;
#pragma unroll
			for (int u = 0; u < ROW_UNROLL; u++)
				if (at + 32 * u < y.count())
					s[u].add(__ldcg(part + at + 32 * u));
		}
#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < y.count())
				y.store(at + 32 * u, s[u].rounded());
	}
}

static __device__ void add_group(const struct aisp_ranks &r, const struct moe &m,
				 const struct parts &p, int64_t g,
				 struct places *places)
{
	find_own_places(places, r, m, p.start, r.rank, g);
	if (threadIdx.x < r.n && threadIdx.x != r.rank)
		await_group(r, threadIdx.x, g);
	__syncthreads();
	for (int64_t i = threadIdx.x / 32; i < group_size(m, g);
	     i += MOE_THREADS / 32) {
		const int64_t token = group_first(m, g) + i;
		const int32_t *id = places->id + i * m.chosen;
		const struct terms t = { p.rows, p.weight + token * m.chosen,
					 places->place + i * m.chosen };
		unsigned from = 0;

		for (int k = 0; k < m.chosen; k++)
			from |= 1u << id[k] / (int)m.experts;
		add_token(r, m, t, row_at(p.y, m, token), from, token);
	}
}

static __global__ void __launch_bounds__(MOE_THREADS)
	combine(const __grid_constant__ struct aisp_ranks r,
		const __grid_constant__ struct moe m,
		const __grid_constant__ struct parts p)
{
	__shared__ struct places places;

	if (blockIdx.x < p.pushers) {
		for (int64_t i = blockIdx.x; i < (r.n - 1) * m.n_groups; i += p.pushers)
			push_group(r, m, p, (int)((r.rank + 1 + i % (r.n - 1)) % r.n),
				   i / (r.n - 1), &places);
		return;
	}
	for (int64_t g = blockIdx.x - p.pushers; g < m.n_groups;
	     g += gridDim.x - p.pushers)
		add_group(r, m, p, g, &places);
}

static int run(const struct aisp_io *io, void *state)
{
	const int room = most_blocks<combine>(MOE_THREADS, 0) / 2;
	const struct moe m = moe_of(io);
	const struct parts p = { aisp_in_f32(io, ROWS_IN), aisp_in_f32(io, WEIGHT),
				 aisp_out_f32(io, 0), (const int32_t *)io->workspace,
				 at_most((io->ranks->n - 1) * m.n_groups, room) };
	int status = launch_starts(io, p.weight, NULL);

	(void)state;
	if (status || !room)
		return status ? status : -ENOTSUP;
	combine<<<p.pushers + at_most(m.n_groups, room), MOE_THREADS, 0,
		  aisp_stream(io)>>>(*io->ranks, m, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "summed at the experts, one row pushed for each token",
	.run = run,
};
