/* SPDX-License-Identifier: MIT
 *
 * row_passes.h - what a softmax needs of each row of bf16, in a pass over the matrix
 * for each: the maximum, then the sum of the powers.  A block has a row.
 */
#ifndef ROW_PASSES_H
#define ROW_PASSES_H

#include <aisp/bf16_words.h>
#include <aisp/block_reduce.h>

#define THREADS 256

static __global__ void find_max(float *max, const uint16_t *restrict x, int cols)
{
	float m = -INFINITY;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		m = fmaxf(m, low(x[j]));
	m = block_reduce<larger>(m);
	if (threadIdx.x == 0)
		max[blockIdx.x] = m;
}

static __global__ void add_up(float *sum, const uint16_t *restrict x,
			      const float *restrict max, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s += expf(low(x[j]) - max[blockIdx.x]);
	s = block_reduce<plus>(s);
	if (threadIdx.x == 0)
		sum[blockIdx.x] = s;
}

#endif
