/* SPDX-License-Identifier: MIT
 *
 * block_scan.h - prefix sums over a block of BLOCK threads.
 */
#include <aisp/warp.h>

#define BLOCK 256

/* Of the numbers up to the thread's own, and *all of the block's. */
static __device__ int block_scan(int x, int *all)
{
	__shared__ int part[BLOCK / 32];
	int warp = (int)threadIdx.x / 32, before = 0;

	x = aisp_warp_scan(x);
	if (threadIdx.x % 32 == 31)
		part[warp] = x;
	__syncthreads();
	*all = 0;
	for (int w = 0; w < BLOCK / 32; w++) {
		before += w < warp ? part[w] : 0;
		*all += part[w];
	}
	__syncthreads();
	return before + x;
}
