/* SPDX-License-Identifier: MIT
 *
 * One thread of a warpgroup of its own fetches, as soon as a barrier says that a
 * stage is free; its group leaves its registers to the two that multiply, which
 * never wait for each other.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "tile.h"

#define THREADS ((WORKERS + 1) * AISP_GROUP)

static __device__ void multiply_all(float d[SUMS], uint8_t *stages, uint64_t *full,
				    uint64_t *empty, int worker, int n_k)
{
	uint64_t a = aisp_descriptor(stages + worker * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(stages + A_BYTES);

	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES * (STAGE_BYTES / 16);

		aisp_barrier_wait(&full[i % STAGES], i / STAGES & 1);
		multiply(d, a + at, b + at, i);
		aisp_wgmma_wait<1>();
		if (i && threadIdx.x % AISP_GROUP == 0)
			ptx::mbarrier_arrive(&empty[(i - 1) % STAGES]);
	}
	aisp_wgmma_wait<0>();
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const __grid_constant__ struct maps maps, int m,
		int n, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	int row = blockIdx.y * TILE_M, col = blockIdx.x * TILE_N;
	int worker = aisp_warpgroup() - 1;
	uint8_t *stages = align(memory);

	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], WORKERS);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	}
	__syncthreads();
	if (worker < 0) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch_all(stages, full, empty, maps, row, col, n_k);
	} else {
		float d[SUMS];

		aisp_take_registers<240>();
		multiply_all(d, stages, full, empty, worker, n_k);
		store_sums(c, d, row + (threadIdx.x - AISP_GROUP) / 32 * 16, col, m, n);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tile_setup((const void *)product, state);
}

#include "tile_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a warp that only fetches, warpgroups that only multiply",
	.setup = setup,
	.run = run,
	.teardown = free,
};
