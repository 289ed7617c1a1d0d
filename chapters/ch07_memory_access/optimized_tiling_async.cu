/* SPDX-License-Identifier: MIT
 *
 * Two tiles in turn: cp.async fetches the next one, past the registers, while this
 * one is in use.
 */
#include "workload_tiling.h"
#include <cuda_pipeline.h>

#include "filter_tile.h"

static __device__ void fetch(float *tile, const float *a, const struct matrix &m,
			     unsigned t)
{
	if (t < m.n_tiles)
#pragma unroll
		for (int v = threadIdx.x; v < TILE / 4; v += THREADS) {
			const float *from = tile_source(a, m, t, v);

			/* A source outside is not read: 16 zeros are stored. */
			__pipeline_memcpy_async(tile + 4 * v, from ? from : a, 16,
						from ? 0 : 16);
		}
	__pipeline_commit();
}

static __global__ void filter(float *restrict b, const float *restrict a,
			      const __grid_constant__ struct taps taps,
			      const __grid_constant__ struct matrix m)
{
	__shared__ __align__(16) float tile[2][TILE];
	unsigned t = blockIdx.x;

	fetch(tile[0], a, m, t);
	for (int k = 0; t < m.n_tiles; k ^= 1, t += gridDim.x) {
		fetch(tile[k ^ 1], a, m, t + gridDim.x);
		__pipeline_wait_prior(1);
		__syncthreads();
		filter_tile(b, tile[k], taps, m, t);
		__syncthreads(); /* the next fetch writes to this tile */
	}
}

/* As many blocks as the GPU holds at once. */
static int setup(const struct aisp_io *io, void **state)
{
	int per_sm;

	(void)io;
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, filter, THREADS,
							       0));
	*state = (void *)((intptr_t)per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	filter<<<(unsigned)(intptr_t)state, THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), taps_of(io), matrix_of(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two tiles in turn, the next one fetched by cp.async",
	.setup = setup,
	.run = run,
};
