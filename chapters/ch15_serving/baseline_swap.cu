/* SPDX-License-Identifier: MIT
 *
 * Two launches: all pages out, then all others in, a block for each and a number per
 * thread at a time.
 *
 * CLASS: naive
 * SUMMARY: all pages out, then all others in, a number per thread
 * LAUNCH: move_out<<<layers * moved, 256>>>(cache, outgoing, slot, pages, moved, elems)
 * LAUNCH: move_in<<<layers * moved, 256>>>(cache, incoming, slot, pages, moved, elems)
 */
#include "workload_swap.h"

#include <aisp/cuda.h>

/* Of the moved page of this block. */
static __device__ uint16_t *page_of(uint16_t *cache, const int *slot, int64_t pages,
				    int64_t moved, int64_t elems)
{
	int64_t i = blockIdx.x;

	return cache + (i / moved * pages + slot[i % moved]) * elems;
}

__global__ void move_out(uint16_t *cache, uint16_t *outgoing, const int *slot,
			 int64_t pages, int64_t moved, int64_t elems)
{
	const uint16_t *page = page_of(cache, slot, pages, moved, elems);

	for (int64_t i = threadIdx.x; i < elems; i += blockDim.x)
		outgoing[blockIdx.x * elems + i] = page[i];
}

__global__ void move_in(uint16_t *cache, const uint16_t *incoming, const int *slot,
			int64_t pages, int64_t moved, int64_t elems)
{
	uint16_t *page = page_of(cache, slot, pages, moved, elems);

	for (int64_t i = threadIdx.x; i < elems; i += blockDim.x)
		page[i] = incoming[blockIdx.x * elems + i];
}
