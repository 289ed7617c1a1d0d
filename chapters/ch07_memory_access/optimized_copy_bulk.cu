/* SPDX-License-Identifier: MIT
 *
 * One thread per block orders copies of 16 KiB, to shared memory and out again,
 * and the bulk-copy engine moves the bytes past the registers.  Blocks draw tickets
 * for the next chunk: with every n-th chunk for each, some run ahead of others, and the
 * same bytes under way lie further apart.
 * ARCH: sm_90 sm_100 sm_120
 */
#include "bulk.h"
#include "workload_copy.h"
#include <aisp/cuda.h>

#define CHUNK  1024 /* vectors of 16 bytes */
#define STAGES 6
#define AHEAD  4 /* chunks on their way in; the others are on their way out */

/* Chunks given away, beyond the first one of each block, and blocks that are done;
 * both back at 0 when a launch ends. */
static __device__ unsigned n_drawn, n_done;

struct ring {
	float4 *stage;
	uint64_t *full;
	int64_t *chunk; /* in each stage */
	int n_in, n_out;
};

static __device__ uint32_t chunk_bytes(int64_t n, int64_t c)
{
	return (uint32_t)(min((int64_t)CHUNK, n - c * CHUNK) * sizeof(float4));
}

/* Chunk c, of n vectors. */
static __device__ void order_in(ring *r, const float4 *from, int64_t n, int64_t c)
{
	int k = r->n_in++ % STAGES;

	/* Of the stores, only the last may still read its stage. */
	ptx::cp_async_bulk_wait_group_read(ptx::n32_t<STAGES - AHEAD - 1>());
	r->chunk[k] = c;
	aisp_barrier_expect(&r->full[k], chunk_bytes(n, c));
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, r->stage + k * CHUNK,
			   from + c * CHUNK, chunk_bytes(n, c), &r->full[k]);
}

static __device__ void order_out(ring *r, float4 *to, int64_t n)
{
	int k = r->n_out % STAGES;
	int64_t c = r->chunk[k];

	aisp_barrier_wait(&r->full[k], r->n_out++ / STAGES & 1);
	ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + c * CHUNK,
			   r->stage + k * CHUNK, chunk_bytes(n, c));
	ptx::cp_async_bulk_commit_group();
}

static __device__ void copy_chunks(ring r, float4 *to, const float4 *from, int64_t n)
{
	int64_t n_chunks = (n + CHUNK - 1) / CHUNK, c = blockIdx.x;

	while (c < n_chunks || r.n_out < r.n_in) {
		if (c < n_chunks && r.n_in - r.n_out < AHEAD) {
			order_in(&r, from, n, c);
			c = (int64_t)gridDim.x + atomicAdd(&n_drawn, 1);
		} else {
			order_out(&r, to, n);
		}
	}
	ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

/* The last block finds that no other will draw. */
static __device__ void put_back(void)
{
	__threadfence();
	if (atomicInc(&n_done, gridDim.x - 1) == gridDim.x - 1)
		n_drawn = 0;
}

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	extern __shared__ __align__(128) float4 stage[];
	__shared__ uint64_t full[STAGES];
	__shared__ int64_t chunk[STAGES];

	/* What no vector covers. */
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		b[n / 4 * 4 + threadIdx.x] = a[n / 4 * 4 + threadIdx.x];
	if (threadIdx.x == 0) {
		bulk_init(full, STAGES);
		copy_chunks({ stage, full, chunk, 0, 0 }, (float4 *)b,
			    (const float4 *)a, n / 4);
		put_back();
	}
}

static const int stage_bytes = STAGES * CHUNK * sizeof(float4);

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	AISP_TRY(cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize,
				      stage_bytes));
	*state = (void *)(intptr_t)aisp_gpu(cudaDevAttrMultiProcessorCount);
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	copy<<<(unsigned)(intptr_t)state, 32, stage_bytes, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_elems(&io->in[0]));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "bulk-copy engine, 16 KiB at a time through shared memory",
	.setup = setup,
	.run = run,
};
