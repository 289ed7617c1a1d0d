/* SPDX-License-Identifier: MIT
 *
 * One launch: a thread has four vectors of what leaves and four of what comes on their
 * way before it writes any, and nothing stays in a cache.
 *
 * SUMMARY: out and in at once, 128 bytes per thread under way
 * LAUNCH: swap_pages<<<layers * moved, 256>>>(cache, outgoing, incoming, slot, pages,
 *         moved, elems)
 */
#include "workload_swap.h"

#include <aisp/cuda.h>

#define PER_PAGE 256 /* threads */
#define AHEAD    4   /* vectors of a thread, of either page */
#define VECTOR   8   /* numbers */

/* n of T of a page go out, and as many come in. */
template <class T>
static __device__ void swap_all(T *page, T *out, const T *in, int64_t n)
{
	for (int64_t i = threadIdx.x; i < n; i += AHEAD * PER_PAGE) {
		T leaves[AHEAD], comes[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			if (i + k * PER_PAGE < n) {
				leaves[k] = __ldcs(page + i + k * PER_PAGE);
				comes[k] = __ldcs(in + i + k * PER_PAGE);
			}
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			if (i + k * PER_PAGE < n) {
				__stcs(out + i + k * PER_PAGE, leaves[k]);
				__stcs(page + i + k * PER_PAGE, comes[k]);
			}
	}
}

__global__ void __launch_bounds__(PER_PAGE)
	swap_pages(uint16_t *restrict cache, uint16_t *restrict outgoing,
		   const uint16_t *restrict incoming, const int *restrict slot,
		   int64_t pages, int64_t moved, int64_t elems)
{
	int64_t i = blockIdx.x;
	uint16_t *page = cache + (i / moved * pages + slot[i % moved]) * elems;
	uint16_t *out = outgoing + i * elems;
	const uint16_t *in = incoming + i * elems;

	if (elems % VECTOR == 0)
		swap_all((uint4 *)page, (uint4 *)out, (const uint4 *)in,
			 elems / VECTOR);
	else
		swap_all(page, out, in, elems);
}
