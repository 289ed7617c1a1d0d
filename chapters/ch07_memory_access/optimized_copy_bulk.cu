/* SPDX-License-Identifier: MIT
 *
 * One thread per block orders copies of 16 KiB, to shared memory and out again,
 * and the bulk-copy engine moves the bytes past the registers.
 * ARCH: sm_90 sm_100
 */
#include "bulk.h"
#include "workload_copy.h"
#include <aisp/cuda.h>

#define CHUNK  1024 /* vectors of 16 bytes */
#define STAGES 6
#define AHEAD  4 /* chunks on their way in; the others are on their way out */

static __device__ uint32_t chunk_bytes(int64_t n, int64_t c)
{
	return (uint32_t)(min((int64_t)CHUNK, n - c * CHUNK) * sizeof(float4));
}

/* n vectors. */
static __device__ void copy_chunks(float4 *to, const float4 *from, int64_t n,
				   float4 *stage, uint64_t *full)
{
	int64_t n_chunks = (n + CHUNK - 1) / CHUNK, c;

	for (int64_t k = 0;; k++) {
		c = blockIdx.x + k * gridDim.x;
		if (c < n_chunks) {
			/* Of the stores, only the last may still read its stage. */
			ptx::cp_async_bulk_wait_group_read(
				ptx::n32_t<STAGES - AHEAD - 1>());
			bulk_expect(&full[k % STAGES], chunk_bytes(n, c));
			ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
					   stage + k % STAGES * CHUNK, from + c * CHUNK,
					   chunk_bytes(n, c), &full[k % STAGES]);
		}
		c -= (int64_t)AHEAD * gridDim.x;
		if (c >= n_chunks)
			break;
		if (c < 0)
			continue;
		bulk_wait(&full[(k - AHEAD) % STAGES], (k - AHEAD) / STAGES);
		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + c * CHUNK,
				   stage + (k - AHEAD) % STAGES * CHUNK,
				   chunk_bytes(n, c));
		ptx::cp_async_bulk_commit_group();
	}
	ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	extern __shared__ __align__(128) float4 stage[];
	__shared__ uint64_t full[STAGES];

	/* What no vector covers. */
	if (blockIdx.x == 0 && threadIdx.x < n % 4)
		b[n / 4 * 4 + threadIdx.x] = a[n / 4 * 4 + threadIdx.x];
	if (threadIdx.x == 0) {
		bulk_init(full, STAGES);
		copy_chunks((float4 *)b, (const float4 *)a, n / 4, stage, full);
	}
}

static const int stage_bytes = STAGES * CHUNK * sizeof(float4);

static int setup(const struct aisp_io *io, void **state)
{
	(void)io, (void)state;
	AISP_TRY(cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize,
				      stage_bytes));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int n_blocks = 2 * aisp_gpu(cudaDevAttrMultiProcessorCount);

	(void)state;
	copy<<<n_blocks, 32, stage_bytes, aisp_stream(io)>>>(
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
