/* SPDX-License-Identifier: MIT
 *
 * A kernel each: rotate q and k, round all three, copy keys and values to their slots.
 * A thread has one element of the result; fp32 and bf16 intermediates go through
 * memory: rotated queries and keys, then rounded keys and values.
 *
 * CLASS: common
 * SUMMARY: rotate, round, copy: a kernel each
 * LAUNCH: rotate<<<ceil_div(128 * tokens * heads * group, 256), 256>>>(workspace, q,
 *             angle, position, 128 * heads * group, tokens)
 * LAUNCH: narrow<<<ceil_div(128 * tokens * heads * group, 256), 256>>>(q16, workspace,
 *             128 * tokens * heads * group)
 * LAUNCH: rotate<<<ceil_div(128 * tokens * heads, 256), 256>>>(workspace +
 *             512 * tokens * heads * group, k, angle, position, 128 * heads, tokens)
 * LAUNCH: narrow<<<ceil_div(128 * tokens * heads, 256), 256>>>(workspace +
 *             512 * tokens * heads * (group + 1), workspace +
 *             512 * tokens * heads * group, 128 * tokens * heads)
 * LAUNCH: narrow<<<ceil_div(128 * tokens * heads, 256), 256>>>(workspace +
 *             256 * tokens * heads * (2 * group + 3), v, 128 * tokens * heads)
 * LAUNCH: scatter<<<ceil_div(128 * tokens * heads, 256), 256>>>(pages_k, workspace +
 *             512 * tokens * heads * (group + 1), slot, heads, page, tokens)
 * LAUNCH: scatter<<<ceil_div(128 * tokens * heads, 256), 256>>>(pages_v, workspace +
 *             256 * tokens * heads * (2 * group + 3), slot, heads, page, tokens)
 */
#include "workload_kv_append.h"

#include <aisp/bf16_words.h>

#define BLOCK 256

static __device__ int64_t my_element(void)
{
	return (int64_t)blockIdx.x * BLOCK + threadIdx.x;
}

/* A token has n elements. */
__global__ void rotate(float *restrict to, const float *restrict x,
		       const float *restrict angle, const int *position, int64_t n,
		       int64_t tokens)
{
	int64_t e = my_element(), i = e % HEAD_DIM, j = i % HALF;
	float c, s;

	if (e >= n * tokens)
		return;
	c = angle[2 * HALF * position[e / n] + j];
	s = angle[2 * HALF * position[e / n] + HALF + j];
	to[e] = i < HALF ? c * x[e] - s * x[e + HALF] : c * x[e] + s * x[e - HALF];
}

__global__ void narrow(uint16_t *restrict to, const float *restrict x, int64_t n)
{
	int64_t e = my_element();

	if (e < n)
		to[e] = (uint16_t)pack(x[e], 0);
}

__global__ void scatter(uint16_t *restrict pages, const uint16_t *restrict x,
			const int *slot, int64_t heads, int64_t page, int64_t tokens)
{
	int64_t e = my_element(), row = e / HEAD_DIM, head = row % heads;
	int64_t at;

	if (row >= heads * tokens)
		return;
	at = slot[row / heads];
	at = (at / page * heads + head) * page + at % page;
	pages[at * HEAD_DIM + e % HEAD_DIM] = x[e];
}
