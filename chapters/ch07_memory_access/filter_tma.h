/* SPDX-License-Identifier: MIT
 *
 * filter_tma.h - the filter by blocks that stay, to whom the tensor memory accelerator
 * brings tiles, zeros outside included, by a description of the matrix: no thread
 * computes an address.  A block has room for STAGES tiles.
 */
#ifndef FILTER_TMA_H
#define FILTER_TMA_H

#include <aisp/tma.h>
#include <stdlib.h>

#include "bulk.h"
#include "filter_tile.h"

#define ALL_THAT_FIT 64 /* blocks: more than fit */

struct state {
	aisp_encode encode;
	int n_blocks;
};

static __device__ void fetch(float *tile, const CUtensorMap *map, uint64_t *full,
			     const struct matrix &m, unsigned t)
{
	if (t >= m.n_tiles)
		return;
	aisp_barrier_expect(full, TILE * sizeof(float));
	aisp_fetch(tile, map, (int)tile_col(m, t) - MARGIN,
		   (int)tile_row(m, t) - RADIUS, full);
}

template <int STAGES>
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

/* At most so many blocks on a multiprocessor. */
template <int STAGES, int MOST>
static int filter_setup(const struct aisp_io *io, void **state)
{
	const int bytes = STAGES * TILE * sizeof(float);
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int per_sm;

	(void)io;
	*state = s;
	if (!s)
		return -ENOMEM;
	AISP_TRY(cudaFuncSetAttribute(
		filter<STAGES>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, filter<STAGES>,
							       THREADS, bytes));
	s->n_blocks = min(per_sm, MOST) * aisp_gpu(cudaDevAttrMultiProcessorCount);
	return aisp_find_encode(&s->encode);
}

/* The map holds the matrix's address, which differs from call to call. */
template <int STAGES> static int filter_run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	CUtensorMap map;
	int rc = aisp_describe_ahead(s->encode, &io->in[0], sizeof(float), IN_ROWS,
				     PITCH, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, &map);

	if (rc)
		return rc;
	filter<STAGES><<<s->n_blocks, THREADS, STAGES * TILE * sizeof(float),
			 aisp_stream(io)>>>(aisp_out_f32(io, 0), map, taps_of(io),
					    matrix_of(io));
	return aisp_launched();
}

#endif
