/* SPDX-License-Identifier: MIT
 *
 * Flags, places and copies, a kernel each, as a library of primitives offers them: the
 * flag of an element and its place go through memory.
 *
 * CLASS: common
 * SUMMARY: flags, a scan of each row, copies: a kernel each
 * SCRATCH: 4 * rows * cols
 * LAUNCH: flag<<<ceil_div(rows * cols, 256), 256>>>(scratch, x, rows * cols)
 * LAUNCH: scan<<<rows, 256>>>(scratch, n_kept, cols)
 * LAUNCH: copy<<<ceil_div(rows * cols, 256), 256>>>(kept, x, scratch,
 *             rows * cols, cols)
 */
#include "workload_predication.h"

#include "block_scan.h"

static __device__ int64_t my_element(void)
{
	return (int64_t)blockIdx.x * BLOCK + threadIdx.x;
}

__global__ void flag(int *place, const float *x, int64_t n)
{
	if (my_element() < n)
		place[my_element()] = x[my_element()] > THRESHOLD;
}

/* A flag becomes the number of those up to it. */
__global__ void scan(int *place, int *n_kept, int64_t cols)
{
	int before = 0, all;

	place += blockIdx.x * cols;
	for (int64_t first = 0; first < cols; first += BLOCK) {
		int64_t j = first + threadIdx.x;
		int up_to = block_scan(j < cols ? place[j] : 0, &all);

		if (j < cols)
			place[j] = before + up_to;
		before += all;
	}
	if (threadIdx.x == 0)
		n_kept[blockIdx.x] = before;
}

__global__ void copy(float *kept, const float *x, const int *place, int64_t n,
		     int64_t cols)
{
	int64_t i = my_element();

	if (i < n && x[i] > THRESHOLD)
		kept[i / cols * cols + place[i] - 1] = x[i];
}
