/* SPDX-License-Identifier: MIT
 *
 * A block that has computed a tile also stores it from its registers into the windows
 * of the ranks that decode, and signals; these put pages into their places while others
 * are computed (layer by layer: P. Patel and others, Splitwise, 2024).
 */
#include "workload_kv_handoff.h"

#include "kv_tile_gpu.h"

/* Signals of a layer, each of every n-th tile of tokens. */
static __host__ __device__ inline int64_t layer_signals(const struct kv &p)
{
	int64_t tiles = (p.pages * PAGE_TOKENS + KV_TILE - 1) / KV_TILE;
	int64_t most = AISP_GPU_BARRIER_SIGNAL / p.layers;

	return tiles < most ? tiles : most;
}

static __device__ inline int tile_signal(const struct kv &p, int64_t layer,
					 int64_t tile)
{
	return (int)(layer * layer_signals(p) + tile % layer_signals(p));
}

static __global__ void __launch_bounds__(KV_THREADS, 2)
	prefill_and_push(const __grid_constant__ struct aisp_ranks r,
			 const __grid_constant__ struct kv p)
{
	prefill_tile<true>(r, p);
	__syncthreads();
	if (threadIdx.x > 0 && threadIdx.x < r.n)
		aisp_gpu_signal_add(&r, threadIdx.x,
				    tile_signal(p, blockIdx.z, blockIdx.y), 1);
}

/* Waits until all tiles of a signal are here, in all columns. */
static __device__ inline void await_tile(const struct aisp_ranks &r, const struct kv &p,
					 int64_t layer, int64_t tile)
{
	const int64_t n = layer_signals(p), across = (p.elems + KV_TILE - 1) / KV_TILE;
	const int64_t tiles = (p.pages * PAGE_TOKENS + KV_TILE - 1) / KV_TILE;
	const int64_t down = (tiles - tile % n + n - 1) / n;

	if (threadIdx.x == 0)
		aisp_gpu_signal_wait(&r, r.rank, tile_signal(p, layer, tile),
				     (uint32_t)(across * down));
	__syncthreads();
}

static __global__ void __launch_bounds__(KV_THREADS)
	take(const __grid_constant__ struct aisp_ranks r,
	     const __grid_constant__ struct kv p)
{
	for (int64_t i = blockIdx.x; i < p.layers * p.pages; i += gridDim.x) {
		await_tile(r, p, i / p.pages, i % p.pages * PAGE_TOKENS / KV_TILE);
		take_page(r, p, i / p.pages, i % p.pages);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct kv p = kv_of(io);

	(void)state;
	if (!layer_signals(p))
		return -ENOTSUP;
	if (r->rank)
		take<<<kv_blocks(p), KV_THREADS, 0, aisp_stream(io)>>>(*r, p);
	else
		prefill_and_push<<<kv_grid(p), KV_THREADS, 0, aisp_stream(io)>>>(*r, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles pushed from registers, received during the prefill",
	.run = run,
};
