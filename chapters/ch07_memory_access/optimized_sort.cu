/* SPDX-License-Identifier: MIT
 *
 * Four passes of 8 bits, each key straight to its place: the 32 stores of a warp go to
 * as many places as it has digits.
 * WORKSPACE: 4 * (round_up(n, 64) + 256 * 1025)
 */
#include "workload_sort.h"

#include "radix_chunks.h"

static __device__ void store_tile(struct sorter *s, const struct keys *k, int32_t *to,
				  int n, int pass)
{
	int at = (int)(threadIdx.x / 32 * (32 * EACH) + threadIdx.x % 32);

#pragma unroll
	for (int r = 0; r < EACH; r++)
		if (at + 32 * r < n)
			to[s->to[digit_of(k->key[r], pass)] + k->place[r]] = k->key[r];
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "radix sort, 8 bits per pass",
	.run = run,
};
