/* SPDX-License-Identifier: MIT
 *
 * moe_gpu.h - tokens and their choices on GPUs: groups of tokens, each with a signal of
 * its own, and where the rows of a group's choices belong.
 */
#ifndef MOE_GPU_H
#define MOE_GPU_H

#include "peer_launch.h"

#define MOE_THREADS    256
#define ROW_UNROLL     4                              /* loads of a thread under way */
#define MOST_IN_GROUP  2048                           /* choices */
#define CHOICES_SIGNAL (MOST_GROUPS * AISP_MAX_RANKS) /* of each rank */

/* Sizes, and how tokens are cut. */
struct moe {
	int64_t tokens, experts, chosen, width;
	int64_t group, n_groups; /* tokens of a group */
};

static inline struct moe moe_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;

	return { p[TOKENS], p[EXPERTS],      p[CHOSEN],
		 p[WIDTH],  group_tokens(p), n_groups(p) };
}

static __device__ inline int64_t group_first(const struct moe &m, int64_t g)
{
	return g * m.group;
}

/* Tokens of group g. */
static __device__ inline int64_t group_size(const struct moe &m, int64_t g)
{
	return min(m.group, m.tokens - g * m.group);
}

static __device__ inline int group_signal(int64_t g, int source)
{
	return (int)g * AISP_MAX_RANKS + source;
}

/* A row in vectors of four; the last vector may be shorter. */
static __device__ inline vectors<const float> row_at(const float *x,
						     const struct moe &m, int64_t row)
{
	return vectors<const float>(x + row * m.width, m.width);
}

static __device__ inline vectors<float> row_at(float *y, const struct moe &m,
					       int64_t row)
{
	return vectors<float>(y + row * m.width, m.width);
}

/* A warp copies a row. */
static __device__ inline void copy_row(const vectors<float> &y,
				       const vectors<const float> &x)
{
	for (int64_t at = threadIdx.x % 32; at < x.count(); at += 32 * ROW_UNROLL) {
		uint4 v[ROW_UNROLL];

#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < x.count())
				v[u] = x.load(at + 32 * u);
#pragma unroll
		for (int u = 0; u < ROW_UNROLL; u++)
			if (at + 32 * u < x.count())
				y.store(at + 32 * u, v[u]);
	}
}

/*
 * Where the rows of a group's choices belong: place[c] for choice c of the group, -1
 * where its expert is none of [first, first + n).  Rows of an expert's choices in this
 * group begin at start[expert - first], in the order of choices.  A block calls it.
 */
struct places {
	int32_t id[MOST_IN_GROUP];
	int32_t place[MOST_IN_GROUP];
};

template <class START>
static __device__ inline void find_places(struct places *p, const int32_t *id, int n,
					  int first, int n_experts, START start)
{
	__syncthreads(); /* all threads are done with the group before */
	for (int c = threadIdx.x; c < n; c += blockDim.x)
		p->id[c] = __ldcg(id + c);
	__syncthreads();
	for (int c = threadIdx.x; c < n; c += blockDim.x) {
		int e = p->id[c] - first, at = -1;

		if (e >= 0 && e < n_experts) {
			at = start(e);
			for (int k = 0; k < c; k++)
				at += p->id[k] == p->id[c];
		}
		p->place[c] = at;
	}
	__syncthreads();
}

/* Has one of a token's choices a place here? */
static __device__ inline bool has_place(const int32_t *place, const struct moe &m)
{
	bool has = false;

	for (int k = 0; k < m.chosen; k++)
		has |= place[k] >= 0;
	return has;
}

/* Choices of a group that are of that expert. */
static __device__ inline int count_of(const int32_t *id, int n, int expert)
{
	int count = 0;

	for (int c = 0; c < n; c++)
		count += __ldg(id + c) == expert;
	return count;
}

#endif
