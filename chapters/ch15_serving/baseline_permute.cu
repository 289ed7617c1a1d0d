/* SPDX-License-Identifier: MIT
 *
 * Counts, starts, places and rows, a kernel each.  A thread has a row's id, then an
 * element of y, 2 bytes, which it finds by the place.
 *
 * CLASS: common
 * SUMMARY: counts, starts, places, rows: a kernel each
 * SCRATCH: 8 * (experts + 1)
 * LAUNCH: clear<<<ceil_div(experts, 256), 256>>>(scratch, experts)
 * LAUNCH: count<<<ceil_div(tokens * k, 256), 256>>>(scratch, ids, tokens * k)
 * LAUNCH: find_starts<<<1, 256>>>(start, scratch + 4 * (experts + 1), scratch, experts)
 * LAUNCH: place<<<ceil_div(tokens * k, 256), 256>>>(row, back, scratch +
 *             4 * (experts + 1), ids, tokens * k, k)
 * LAUNCH: copy<<<ceil_div(tokens * k * width, 256), 256>>>(y, x, row,
 *             tokens * k * width, width)
 */
#include "workload_permute.h"

#include "permute_gpu.h"

static __device__ int64_t my_element(void)
{
	return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void clear(int *n, int experts)
{
	if (my_element() < experts)
		n[my_element()] = 0;
}

__global__ void count(int *n, const int *ids, int64_t n_rows)
{
	if (my_element() < n_rows)
		atomicAdd(n + ids[my_element()], 1);
}

__global__ void find_starts(int64_t *start, int *next, const int *n, int experts)
{
	starts(start, next, n, experts);
}

__global__ void place(int *row, int *back, int *next, const int *ids, int64_t n_rows,
		      int k)
{
	int64_t i = my_element();
	int j;

	if (i >= n_rows)
		return;
	j = atomicAdd(next + ids[i], 1);
	row[j] = (int)(i / k);
	back[i] = j;
}

__global__ void copy(uint16_t *restrict y, const uint16_t *restrict x, const int *row,
		     int64_t n, int64_t width)
{
	int64_t e = my_element();

	if (e < n)
		y[e] = x[row[e / width] * width + e % width];
}
