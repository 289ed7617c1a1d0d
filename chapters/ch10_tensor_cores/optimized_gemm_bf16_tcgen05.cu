/* SPDX-License-Identifier: MIT
 *
 * Blackwell: one thread orders the products of a whole tile of 128 x 256 from shared
 * memory into tensor memory, another the fetches; no register holds a sum before the
 * end.  It was never run: no such GPU was at hand.
 * ARCH: sm_100a sm_103a
 */
/* sm_103a has the same instructions, which CUDA 13.0's <cuda/ptx> does not know. */
#ifdef __CUDA_ARCH_FEAT_SM103_ALL
#define __CUDA_ARCH_FEAT_SM100_ALL 1
#endif
#include "workload_gemm_bf16.h"

#include "tile.h"

#define THREADS 128 /* as many as tensor memory has lanes */
#define PART    32  /* columns that a thread reads at a time */

/* PTX ISA, "Tcgen05 shared memory descriptor": version 1, swizzle 2 is 128 bytes. */
static __device__ uint64_t describe_tile(const uint8_t *tile)
{
	uint64_t address = (uint32_t)__cvta_generic_to_shared(tile);

	return (address & 0x3ffff) >> 4 | 1 << 16 |
	       (uint64_t)(8 * AISP_ROW_BYTES) >> 4 << 32 | (uint64_t)1 << 46 |
	       (uint64_t)2 << 61;
}

/* "Instruction descriptor": sums in fp32, factors in bf16, both along k. */
static const uint32_t instruction =
	1 << 4 | 1 << 7 | 1 << 10 | (TILE_N / 8) << 17 | (TILE_M / 16) << 24;

/* Products arrive at a barrier when all that were ordered before are done. */
static __device__ void multiply_all(uint32_t sums, uint8_t *stages, uint64_t *full,
				    uint64_t *empty, uint64_t *done, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		uint8_t *stage = stages + i % STAGES * STAGE_BYTES;

		aisp_barrier_wait(&full[i % STAGES], i / STAGES & 1);
		ptx::tcgen05_fence_after_thread_sync();
		for (int k = 0; k < AISP_ROW_BYTES; k += AISP_STEP_BYTES)
			ptx::tcgen05_mma(ptx::kind_f16, ptx::cta_group_1, sums,
					 describe_tile(stage + k),
					 describe_tile(stage + A_BYTES + k),
					 instruction, i || k);
		ptx::tcgen05_commit(ptx::cta_group_1, &empty[i % STAGES]);
	}
	ptx::tcgen05_commit(ptx::cta_group_1, done);
}

/* A thread has a row, a warp a quarter of the lanes. */
static __device__ void store_row(__nv_bfloat16 *c, uint32_t sums, int row, int col,
				 int m, int n)
{
	uint32_t lanes = (threadIdx.x / 32 * 32) << 16;

	for (int i = 0; i < TILE_N; i += PART) {
		uint32_t x[PART];

		ptx::tcgen05_ld_32x32b(x, sums + lanes + i);
		ptx::tcgen05_wait_ld();
		for (int j = 0; j < PART; j += 2)
			if (row < m && col + i + j < n)
				*(__nv_bfloat162 *)(c + (int64_t)row * n + col + i +
						    j) =
					__floats2bfloat162_rn(
						__uint_as_float(x[j]),
						__uint_as_float(x[j + 1]));
	}
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const __grid_constant__ struct maps maps, int m,
		int n, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES], done;
	__shared__ uint32_t sums;
	int row = blockIdx.y * TILE_M, col = blockIdx.x * TILE_N;
	uint8_t *stages = align(memory);

	if (threadIdx.x < 32) {
		ptx::tcgen05_alloc(ptx::cta_group_1, &sums, ptx::n32_t<TILE_N>());
		ptx::tcgen05_relinquish_alloc_permit(ptx::cta_group_1);
	}
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], 1);
		}
		ptx::mbarrier_init(&done, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	ptx::tcgen05_fence_before_thread_sync();
	__syncthreads();
	ptx::tcgen05_fence_after_thread_sync();
	if (threadIdx.x == 0)
		fetch_all(stages, full, empty, maps, row, col, n_k);
	if (threadIdx.x == 32)
		multiply_all(sums, stages, full, empty, &done, n_k);
	__syncwarp();
	aisp_barrier_wait(&done, 0);
	ptx::tcgen05_fence_after_thread_sync();
	store_row(c, sums, row + threadIdx.x, col, m, n);
	ptx::tcgen05_fence_before_thread_sync();
	__syncthreads();
	if (threadIdx.x < 32)
		ptx::tcgen05_dealloc(ptx::cta_group_1, sums, ptx::n32_t<TILE_N>());
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	if (aisp_gpu(cudaDevAttrComputeCapabilityMajor) != 10)
		return -ENOTSUP;
	return tile_setup((const void *)product, state);
}

#include "tile_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "Blackwell's tcgen05: sums in tensor memory (never run)",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "a GPU of compute capability 10 (tcgen05)",
};
