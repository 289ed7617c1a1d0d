/* SPDX-License-Identifier: MIT
 *
 * moe_push.h - what ranks write into each other's windows: first their choices, by
 * which each finds where rows of its experts belong, then a row for each token.
 *
 * A window has, by source: [experts][groups] counts, choices, their weights, and a row
 * for each token of the window's rank.  The workspace has for each of the rank's
 * experts where the rows of each source's group begin among the expert's, and then
 * where the expert's rows begin.
 */
#ifndef MOE_PUSH_H
#define MOE_PUSH_H

#include "moe_gpu.h"

#include <aisp/warp.h>

#define START_THREADS 1024

/* The counts that source sends to rank: choices of its groups for rank's experts. */
static __device__ inline int32_t *counts_in(const struct aisp_ranks &r,
					    const struct moe &m, int rank, int source)
{
	return (int32_t *)r.window[rank] + source * m.experts * m.n_groups;
}

static __device__ inline int32_t *choices_in(const struct aisp_ranks &r,
					     const struct moe &m, int rank, int source)
{
	return counts_in(r, m, rank, r.n) + source * m.tokens * m.chosen;
}

static __device__ inline float *weights_in(const struct aisp_ranks &r,
					   const struct moe &m, int rank, int source)
{
	return (float *)choices_in(r, m, rank, r.n + source);
}

static __device__ inline uint4 *row_in(const struct aisp_ranks &r, const struct moe &m,
				       int rank, int source, int64_t token)
{
	int64_t head =
		(r.n * (m.experts * m.n_groups + 2 * m.tokens * m.chosen) + 15) & -16;

	return (uint4 *)r.window[rank] + head / 4 +
	       (source * m.tokens + token) * ((m.width + 3) / 4);
}

/* Sends the choices of one group of tokens to all ranks; weight may be NULL. */
static __global__ void show_choices(const __grid_constant__ struct aisp_ranks r,
				    const __grid_constant__ struct moe m,
				    const int32_t *id, const float *weight)
{
	const int64_t first = group_first(m, blockIdx.x) * m.chosen;
	const int n = (int)(group_size(m, blockIdx.x) * m.chosen);

	for (int c = threadIdx.x; c < n; c += blockDim.x)
		for (int rank = 0; rank < r.n; rank++) {
			choices_in(r, m, rank, r.rank)[first + c] = id[first + c];
			if (weight)
				weights_in(r, m, rank, r.rank)[first + c] =
					weight[first + c];
		}
	for (int e = threadIdx.x; e < r.n * m.experts; e += blockDim.x)
		counts_in(r, m, e / (int)m.experts,
			  r.rank)[e % m.experts * m.n_groups + blockIdx.x] =
			count_of(id + first, n, e);
	__syncthreads();
	if (threadIdx.x < r.n)
		aisp_gpu_signal_add(&r, threadIdx.x, CHOICES_SIGNAL + r.rank, 1);
}

/* A warp finds where rows of each source's groups begin among an expert's.  Returns how
 * many rows the expert has, in the last lane. */
static __device__ inline int
scan_expert(const struct aisp_ranks &r, const struct moe &m, int expert, int32_t *start)
{
	const int n = r.n * (int)m.n_groups, run = (n + 31) / 32;
	const int from = threadIdx.x % 32 * run, to = min(from + run, n);
	auto count = [&](int i) {
		return __ldcg(counts_in(r, m, r.rank, i / (int)m.n_groups) +
			      expert * m.n_groups + i % m.n_groups);
	};
	int sum = 0, at;

	for (int i = from; i < to; i++)
		sum += count(i);
	at = aisp_warp_scan(sum) - sum;
	for (int i = from; i < to; i++) {
		start[i] = at;
		at += count(i);
	}
	return at;
}

/* One block finds all starts once all ranks' choices are here; n_rows may be NULL. */
static __global__ void __launch_bounds__(START_THREADS)
	find_starts(const __grid_constant__ struct aisp_ranks r,
		    const __grid_constant__ struct moe m, int32_t *start,
		    int32_t *n_rows)
{
	__shared__ int all[MOST_EXPERTS];
	const int64_t n = r.n * m.n_groups;
	const int e = threadIdx.x;

	if (threadIdx.x < r.n)
		aisp_gpu_signal_wait(&r, r.rank, CHOICES_SIGNAL + threadIdx.x,
				     (uint32_t)m.n_groups);
	__syncthreads();
	for (int expert = threadIdx.x / 32; expert < m.experts;
	     expert += START_THREADS / 32) {
		int sum = scan_expert(r, m, expert, start + expert * n);

		if (threadIdx.x % 32 == 31)
			all[expert] = sum;
	}
	__syncthreads();
	if (e < m.experts) {
		int at = 0;

		for (int k = 0; k < e; k++)
			at += all[k];
		start[m.experts * n + e] = at;
		if (n_rows)
			n_rows[e] = all[e];
	}
}

/* Finds the places of a source's group, for the experts of this rank. */
static __device__ inline void find_own_places(struct places *p,
					      const struct aisp_ranks &r,
					      const struct moe &m, const int32_t *start,
					      int source, int64_t g)
{
	const int64_t n = r.n * m.n_groups, at = source * m.n_groups + g;

	find_places(p, choices_in(r, m, r.rank, source) + group_first(m, g) * m.chosen,
		    (int)(group_size(m, g) * m.chosen), r.rank * (int)m.experts,
		    (int)m.experts, [&](int e) {
			    return start[m.experts * n + e] + start[e * n + at];
		    });
}

/* Tells a rank that a group's rows are in its window. */
static __device__ inline void tell_group(const struct aisp_ranks &r, int rank,
					 int64_t g)
{
	aisp_gpu_signal_set(&r, rank, group_signal(g, r.rank), 1);
}

static __device__ inline void await_group(const struct aisp_ranks &r, int source,
					  int64_t g)
{
	aisp_gpu_signal_wait(&r, r.rank, group_signal(g, source), 1);
}

/* Launches the exchange of choices, and then the search for starts. */
static inline int launch_starts(const struct aisp_io *io, const float *weight,
				int32_t *n_rows)
{
	const struct moe m = moe_of(io);

	if (m.group * m.chosen > MOST_IN_GROUP)
		return -ENOTSUP;
	show_choices<<<(unsigned)m.n_groups, 128, 0, aisp_stream(io)>>>(
		*io->ranks, m, (const int32_t *)io->in[ID].data, weight);
	find_starts<<<1, START_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, m, (int32_t *)io->workspace, n_rows);
	return aisp_launched();
}

#endif
