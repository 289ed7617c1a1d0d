/* SPDX-License-Identifier: MIT
 *
 * Flags and their sums in tiles, a scan of the tiles' totals, copies: what a kernel
 * finds out goes through memory to the next.
 *
 * CLASS: common
 * SUMMARY: flags summed in tiles, a scan of totals, copies: a kernel each
 * SCRATCH: 4 * ceil_div(n, 4096) + 2 * n
 * LAUNCH: flag<<<ceil_div(n, 4096), 256>>>(scratch + 4 * ceil_div(n, 4096), scratch,
 *             x, n, keep * 65536 / 100)
 * LAUNCH: scan<<<1, 256>>>(scratch, n_kept, ceil_div(n, 4096))
 * LAUNCH: copy<<<ceil_div(n, 256), 256>>>(kept, x, scratch + 4 * ceil_div(n, 4096),
 *             scratch, n, keep * 65536 / 100)
 */
#include "workload_select.h"

#include "block_scan.h"

#define TILE 4096

/* place[i]: how many of its tile are kept up to i. */
__global__ void flag(uint16_t *place, int *total, const uint16_t *x, int64_t n,
		     uint32_t limit)
{
	int64_t first = (int64_t)blockIdx.x * TILE + threadIdx.x;
	int before = 0, all;

	for (int64_t i = first; i < first + TILE; i += BLOCK) {
		int up_to = block_scan(i < n && x[i] < limit, &all);

		if (i < n)
			place[i] = (uint16_t)(before + up_to);
		before += all;
	}
	if (threadIdx.x == 0)
		total[blockIdx.x] = before;
}

/* A total becomes the sum of those before it; a thread has some side by side. */
__global__ void scan(int *total, unsigned long long *n_kept, int64_t n_tiles)
{
	int64_t first = n_tiles * threadIdx.x / BLOCK;
	int64_t end = n_tiles * (threadIdx.x + 1) / BLOCK;
	int sum = 0, before, all;

	for (int64_t t = first; t < end; t++)
		sum += total[t];
	before = block_scan(sum, &all) - sum;
	for (int64_t t = first; t < end; t++) {
		int own = total[t];

		total[t] = before;
		before += own;
	}
	if (threadIdx.x == 0)
		*n_kept = (unsigned long long)all;
}

__global__ void copy(uint16_t *kept, const uint16_t *x, const uint16_t *place,
		     const int *before, int64_t n, uint32_t limit)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n && x[i] < limit)
		kept[before[i / TILE] + place[i] - 1] = x[i];
}
