/* SPDX-License-Identifier: MIT
 *
 * The tensor memory accelerator fetches whole tiles, zeros outside included, by a
 * description of the matrix: no thread computes an address, and two tiles are on
 * their way while one is in use.
 * ARCH: sm_90a
 */
#include "workload_tiling.h"
#include <cudaTypedefs.h>
#include <stdlib.h>

#include "bulk.h"
#include "filter_tile.h"

#define STAGES 3

static const int stage_bytes = TILE * sizeof(float);
static const int all_bytes = STAGES * stage_bytes;

struct state {
	PFN_cuTensorMapEncodeTiled_v12000 encode;
	int n_blocks;
};

static __device__ void fetch(float *tile, const CUtensorMap *map, uint64_t *full,
			     const struct matrix &m, unsigned t)
{
	int32_t corner[] = { (int32_t)tile_col(m, t) - MARGIN,
			     (int32_t)tile_row(m, t) - RADIUS };

	if (t >= m.n_tiles)
		return;
	aisp_barrier_expect(full, TILE * sizeof(float));
	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
				  corner, full);
}

static __global__ void filter(float *restrict b,
			      const __grid_constant__ CUtensorMap map,
			      const __grid_constant__ struct taps taps,
			      const __grid_constant__ struct matrix m)
{
	extern __shared__ __align__(128) float tile[];
	__shared__ uint64_t full[STAGES];
	unsigned t = blockIdx.x, stride = gridDim.x;
	int stage = 0, phase = 0;

	if (threadIdx.x == 0) {
		bulk_init(full, STAGES);
		for (int k = 0; k < STAGES; k++)
			fetch(tile + k * TILE, &map, &full[k], m, t + k * stride);
	}
	__syncthreads();
	for (; t < m.n_tiles; t += stride) {
		aisp_barrier_wait(&full[stage], phase & 1);
		filter_tile(b, tile + stage * TILE, taps, m, t);
		__syncthreads(); /* the next fetch writes to this tile */
		if (threadIdx.x == 0)
			fetch(tile + stage * TILE, &map, &full[stage], m,
			      t + STAGES * stride);
		stage = stage + 1 < STAGES ? stage + 1 : 0;
		phase += stage == 0;
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	enum cudaDriverEntryPointQueryResult found;
	int per_sm;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
						  (void **)&s->encode, 12000,
						  cudaEnableDefault, &found));
	if (!s->encode)
		return -ENOTSUP;
	AISP_TRY(cudaFuncSetAttribute(
		filter, cudaFuncAttributeMaxDynamicSharedMemorySize, all_bytes));
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, filter, THREADS,
							       all_bytes));
	s->n_blocks = per_sm * aisp_gpu(cudaDevAttrMultiProcessorCount);
	return 0;
}

/* The map holds the matrix's address, which differs from call to call. */
static int describe(const struct state *s, const struct aisp_tensor *a,
		    CUtensorMap *map)
{
	cuuint64_t size[] = { (cuuint64_t)a->shape[1], (cuuint64_t)a->shape[0] };
	cuuint64_t pitch[] = { size[0] * sizeof(float) };
	cuuint32_t box[] = { PITCH, IN_ROWS }, step[] = { 1, 1 };

	return s->encode(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, a->data, size, pitch,
			 box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
			 CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
			 CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	CUtensorMap map;
	int rc = describe(s, &io->in[0], &map);

	if (rc)
		return rc;
	filter<<<s->n_blocks, THREADS, all_bytes, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), map, taps_of(io), matrix_of(io));
	return aisp_launched();
}

static void teardown(void *state)
{
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "three tiles in turn, fetched by the tensor memory accelerator",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "a GPU of compute capability 9 (TMA)",
};
