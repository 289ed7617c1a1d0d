/* SPDX-License-Identifier: MIT
 *
 * tree_levels.h - what a thread does for its node at one level.
 */
#include <aisp/cuda.h>

#define THREADS 256

/* Whether the node is of the level: its parent is of the one before. */
static __device__ bool visit(int32_t *depth, const int32_t *restrict parent, int64_t n,
			     int level)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i >= n || depth[i] >= 0 || depth[parent[i]] != level - 1)
		return false;
	depth[i] = level;
	return true;
}

static __device__ void clear(int32_t *depth, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		depth[i] = i ? -1 : 0;
}
