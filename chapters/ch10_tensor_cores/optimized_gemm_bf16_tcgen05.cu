/* SPDX-License-Identifier: MIT
 *
 * Blackwell: one thread orders the products of a whole tile of 128 x 256 from shared
 * memory into tensor memory, another the fetches; no register holds a sum before the
 * end.  It was never run: no such GPU was at hand.
 * ARCH: sm_100a sm_103a
 */
#include "workload_gemm_bf16.h"

#include "tcgen05.h"

/* Products arrive at a barrier when all that were ordered before are done. */
static __device__ void multiply_all(uint32_t sums, uint8_t *stages, uint64_t *full,
				    uint64_t *empty, uint64_t *done, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		uint8_t *stage = stages + i % STAGES * STAGE_BYTES;

		aisp_barrier_wait(&full[i % STAGES], i / STAGES & 1);
		multiply_stage(ptx::cta_group_1, sums, stage, i);
		ptx::tcgen05_commit(ptx::cta_group_1, &empty[i % STAGES]);
	}
	ptx::tcgen05_commit(ptx::cta_group_1, done);
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

	if (threadIdx.x < 32)
		aisp_tcgen05_take<TILE_N>(ptx::cta_group_1, &sums);
	if (threadIdx.x == 0)
		aisp_tcgen05_barriers<STAGES>(full, empty, &done);
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
	aisp_tcgen05_store<TILE_N>(c, sums, row + threadIdx.x, col, m, n);
	ptx::tcgen05_fence_before_thread_sync();
	__syncthreads();
	if (threadIdx.x < 32)
		ptx::tcgen05_dealloc(ptx::cta_group_1, sums, ptx::n32_t<TILE_N>());
}

#include "tile_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "Blackwell's tcgen05: sums in tensor memory (never run)",
	.setup = tcgen05_setup<product>,
	.run = run,
	.teardown = free,
	.needs = "a GPU of compute capability 10 (tcgen05)",
};
