/* SPDX-License-Identifier: MIT
 *
 * Two warpgroups multiply tiles where they lie in shared memory, by wgmma; the tensor
 * memory accelerator puts them there, three steps of k ahead.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "tile.h"

#define THREADS (WORKERS * AISP_GROUP)

static __device__ void multiply_all(float d[SUMS], uint8_t *stages, uint64_t *full,
				    const struct maps &maps, int row, int col, int n_k)
{
	uint64_t a = aisp_descriptor(stages + aisp_warpgroup() * 64 * AISP_ROW_BYTES);
	uint64_t b = aisp_descriptor(stages + A_BYTES);

	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES * (STAGE_BYTES / 16), next = i + STAGES - 1;

		aisp_barrier_wait(&full[i % STAGES], i / STAGES & 1);
		multiply(d, a + at, b + at, i);
		aisp_wgmma_wait<1>();
		__syncthreads(); /* the step before is done by all: its stage is free */
		if (threadIdx.x == 0 && next < n_k)
			fetch_stage(stages + next % STAGES * STAGE_BYTES, maps, row,
				    col, next, &full[next % STAGES]);
	}
	aisp_wgmma_wait<0>();
}

static __global__ void __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const __grid_constant__ struct maps maps, int m,
		int n, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES];
	int row = blockIdx.y * TILE_M, col = blockIdx.x * TILE_N;
	uint8_t *stages = align(memory);
	float d[SUMS];

	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++)
			ptx::mbarrier_init(&full[i], 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		for (int i = 0; i < STAGES - 1 && i < n_k; i++)
			fetch_stage(stages + i * STAGE_BYTES, maps, row, col, i,
				    &full[i]);
	}
	__syncthreads();
	multiply_all(d, stages, full, maps, row, col, n_k);
	store_sums(c, d, row + threadIdx.x / 32 * 16, col, m, n);
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
	.summary = "wgmma on tiles that the tensor memory accelerator fetches ahead",
	.setup = setup,
	.run = run,
	.teardown = free,
};
