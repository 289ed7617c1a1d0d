/* SPDX-License-Identifier: MIT
 *
 * embed_gpu.h - on a GPU: tokens in groups, a group for each word, in the order of
 * their places, whichever thread was first.  Groups may lie in any order, since each
 * word has the begin of its own.
 */
#include <aisp/warp.h>

#define BLOCK 256

/* In scratch memory. */
struct groups {
	int *count, *begin; /* of each word */
	int *total;         /* places given to groups so far */
	int *slot;          /* of a token in its group, in the order of the atomics */
	int *mixed, *order; /* places of tokens by group; order: ascending in each */
};

static __device__ struct groups groups_at(int *scratch, int64_t tokens, int64_t vocab)
{
	int *slot = scratch + 2 * vocab + 1;
	struct groups g = { scratch, scratch + vocab + 1, scratch + vocab,
			    slot,    slot + tokens,       slot + 2 * tokens };

	return g;
}

static __device__ int64_t my_place(void)
{
	return (int64_t)blockIdx.x * BLOCK + threadIdx.x;
}

/* Counts and their total. */
__global__ void clear(int *scratch, int64_t n)
{
	if (my_place() < n)
		scratch[my_place()] = 0;
}

__global__ void count(int *scratch, const int *restrict token, int64_t tokens,
		      int64_t vocab)
{
	struct groups g = groups_at(scratch, tokens, vocab);
	int64_t i = my_place();

	if (i < tokens)
		g.slot[i] = atomicAdd(g.count + token[i], 1);
}

/* An atomic addition for 32 words. */
__global__ void reserve(int *scratch, int64_t tokens, int64_t vocab)
{
	struct groups g = groups_at(scratch, tokens, vocab);
	int64_t word = my_place();
	int n = word < vocab ? g.count[word] : 0, up_to = aisp_warp_scan(n), first = 0;

	if (threadIdx.x % 32 == 31)
		first = atomicAdd(g.total, up_to);
	first = __shfl_sync(~0u, first, 31);
	if (word < vocab)
		g.begin[word] = first + up_to - n;
}

__global__ void place(int *scratch, const int *restrict token, int64_t tokens,
		      int64_t vocab)
{
	struct groups g = groups_at(scratch, tokens, vocab);
	int64_t i = my_place();

	if (i < tokens)
		g.mixed[g.begin[token[i]] + g.slot[i]] = (int)i;
}

/* A token's rank is how many of its group come before it. */
__global__ void sort(int *scratch, const int *restrict token, int64_t tokens,
		     int64_t vocab)
{
	struct groups g = groups_at(scratch, tokens, vocab);
	int64_t j = my_place();
	int i, n, rank = 0;
	const int *group;

	if (j >= tokens)
		return;
	i = g.mixed[j];
	n = g.count[token[i]];
	group = g.mixed + g.begin[token[i]];
#pragma unroll 4
	for (int k = 0; k < n; k++)
		rank += group[k] < i;
	g.order[g.begin[token[i]] + rank] = i;
}
