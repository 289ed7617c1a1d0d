/* SPDX-License-Identifier: MIT
 *
 * permute_gpu.h - where experts begin, by the counts.
 */
#include <aisp/cuda.h>

/* A block calls it: thread e adds up the counts of all experts before e, and of all for
 * e = experts.  Experts are few. */
static __device__ void starts(int64_t *start, int *next, const int *count, int experts)
{
	for (int e = (int)threadIdx.x; e <= experts; e += (int)blockDim.x) {
		int sum = 0;

		for (int i = 0; i < e; i++)
			sum += count[i];
		start[e] = sum;
		next[e] = sum;
	}
}
