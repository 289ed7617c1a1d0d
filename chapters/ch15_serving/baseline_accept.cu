/* SPDX-License-Identifier: MIT
 *
 * What a program in terms of arrays does: max(p - q, 0) of all drafts goes to memory,
 * and then a block per row decides and draws.
 *
 * CLASS: common
 * SUMMARY: what is left for all drafts, then a block per row
 * LAUNCH: leave<<<ceil_div(rows * drafts * vocab, 256), 256>>>(workspace, p, q, vocab,
 *         drafts, rows * drafts * vocab)
 * LAUNCH: choose<<<rows, 1024>>>(n_accepted, next, workspace, p, q, draft, u, vocab,
 *         drafts)
 */
#include "workload_accept.h"

#include "accept_gpu.h"

__global__ void leave(float *left, const float *p, const float *q, int64_t vocab,
		      int64_t k, int64_t n)
{
	int64_t i = blockIdx.x * 256ll + threadIdx.x, at = i / vocab;

	if (i < n)
		left[i] = fmaxf(
			p[(at / k * (k + 1) + at % k) * vocab + i % vocab] - q[i], 0);
}

__global__ void choose(int *n_accepted, int *next, const float *left, const float *p,
		       const float *q, const int *draft, const float *u, int64_t vocab,
		       int64_t k)
{
	__shared__ float weight[PARTS];
	int64_t row = blockIdx.x;
	int warp = (int)threadIdx.x / 32, n;
	struct choice c = { NULL, NULL, vocab };
	float sum;

	if (threadIdx.x < PARTS)
		weight[threadIdx.x] = 0;
	__syncthreads();
	p += row * (k + 1) * vocab;
	u += row * (k + 1);
	n = accepted(p, q + row * k * vocab, draft + row * k, u, vocab, (int)k);
	c.p = n < k ? left + (row * k + n) * vocab : p + k * vocab;
	sum = part_weight(c, warp, 32);
	if (threadIdx.x % 32 == 0)
		weight[warp] = sum;
	__syncthreads();
	draw(next + row, c, weight, warp, 32, u[k]);
	if (threadIdx.x == 0)
		n_accepted[row] = n;
}
