/* SPDX-License-Identifier: MIT
 *
 * A block fetches its tile once, into shared memory; there a thread reads each
 * element once for five outputs.  But while a block fetches, it does not compute.
 */
#include "workload_tiling.h"

#include "filter_tile.h"

static __global__ void filter(float *restrict b, const float *restrict a,
			      const __grid_constant__ struct taps taps,
			      const __grid_constant__ struct matrix m)
{
	__shared__ __align__(16) float tile[TILE];

#pragma unroll
	for (int v = threadIdx.x; v < TILE / 4; v += THREADS) {
		const float *from = tile_source(a, m, blockIdx.x, v);

		((float4 *)tile)[v] =
			from ? *(const float4 *)from : make_float4(0, 0, 0, 0);
	}
	__syncthreads();
	filter_tile(b, tile, taps, m, blockIdx.x);
}

static int run(const struct aisp_io *io, void *state)
{
	struct matrix m = matrix_of(io);

	(void)state;
	filter<<<m.n_tiles, THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), taps_of(io), m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a 32x128 tile in shared memory, fetched, then used",
	.run = run,
};
