/* SPDX-License-Identifier: MIT
 *
 * The whole prompt is prefilled, then all pages are copied to the windows of the ranks
 * that decode, and when all have arrived, to their places in the page tables.
 */
#include "workload_kv_handoff.h"

#include "kv_tile_gpu.h"
#include <aisp/peer_plain.h>

static __global__ void __launch_bounds__(KV_THREADS, 2)
	prefill(const __grid_constant__ struct aisp_ranks r,
		const __grid_constant__ struct kv p)
{
	prefill_tile<false>(r, p);
}

static __global__ void __launch_bounds__(KV_THREADS)
	hand_over(const __grid_constant__ struct aisp_ranks r,
		  const __grid_constant__ struct kv p)
{
	for (int64_t i = blockIdx.x; i < p.layers * p.pages; i += gridDim.x) {
		int64_t layer = i / p.pages, token = i % p.pages * PAGE_TOKENS;

		for (int rank = 1; rank < r.n; rank++)
			copy_page(shown(r, rank, p, layer, token),
				  cached(p, layer, token), PAGE_TOKENS * p.elems);
	}
}

static __global__ void __launch_bounds__(KV_THREADS)
	take(const __grid_constant__ struct aisp_ranks r,
	     const __grid_constant__ struct kv p)
{
	for (int64_t i = blockIdx.x; i < p.layers * p.pages; i += gridDim.x)
		take_page(r, p, i / p.pages, i % p.pages);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct kv p = kv_of(io);

	(void)state;
	if (!r->rank) {
		prefill<<<kv_grid(p), KV_THREADS, 0, aisp_stream(io)>>>(*r, p);
		hand_over<<<kv_blocks(p), KV_THREADS, 0, aisp_stream(io)>>>(*r, p);
	}
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	if (r->rank)
		take<<<kv_blocks(p), KV_THREADS, 0, aisp_stream(io)>>>(*r, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "prefill all layers, then hand over all pages",
	.run = run,
};
