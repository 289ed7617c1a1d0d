/* SPDX-License-Identifier: MIT
 *
 * Blackwell: two blocks of a cluster, on neighbouring multiprocessors, multiply a tile
 * of 256 x 256 by one instruction.  Each fetches its own 128 rows of A and half of the
 * rows of B, and has the sums of its own rows.  It was never run: no such GPU was at
 * hand.
 * ARCH: sm_100a sm_103a
 */
#include "workload_gemm_bf16.h"

#define PAIR   2
#define STAGES 6 /* B takes half of what it takes alone */
#include "tcgen05.h"

#define BOTH 3 /* blocks of the pair, as a mask */

/* "cp.async.bulk.tensor": the bytes are counted at a barrier of either block. */
static __device__ void fetch_for_pair(void *tile, const CUtensorMap *map, int k,
				      int row, uint32_t full)
{
	asm volatile("cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile."
		     "mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(tile)),
		     "l"(map), "r"(k), "r"(row), "r"(full)
		     : "memory");
}

/* A barrier of the pair's first block, which counts what both fetch. */
static __device__ uint32_t of_first(uint64_t *bar)
{
	uint32_t at = (uint32_t)__cvta_generic_to_shared(bar);

	asm("mapa.shared::cluster.u32 %0, %0, 0;" : "+r"(at));
	return at;
}

static __device__ void fetch_both(uint8_t *stages, uint64_t *full, uint64_t *empty,
				  const struct maps &maps, int row, int col, int n_k)
{
	bool is_first = ptx::get_sreg_cluster_ctarank() == 0;

	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES;
		uint8_t *stage = stages + at * STAGE_BYTES;

		/* In the first round all stages are free. */
		aisp_barrier_wait(&empty[at], (i / STAGES & 1) ^ 1);
		if (is_first)
			aisp_barrier_expect(&full[at], PAIR * STAGE_BYTES);
		fetch_for_pair(stage, &maps.a, i * STEP, row, of_first(&full[at]));
		fetch_for_pair(stage + A_BYTES, &maps.b, i * STEP,
			       col + (is_first ? 0 : B_ROWS), of_first(&full[at]));
	}
}

/* One thread of the pair calls it; the barriers of both blocks learn what is done. */
static __device__ void multiply_both(uint32_t sums, uint8_t *stages, uint64_t *full,
				     uint64_t *empty, uint64_t *done, int n_k)
{
	for (int i = 0; i < n_k; i++) {
		int at = i % STAGES;

		aisp_barrier_wait(&full[at], i / STAGES & 1);
		multiply_stage(ptx::cta_group_2, sums, stages + at * STAGE_BYTES, i);
		ptx::tcgen05_commit_multicast(ptx::cta_group_2, &empty[at], BOTH);
	}
	ptx::tcgen05_commit_multicast(ptx::cta_group_2, done, BOTH);
}

static __device__ void meet(void)
{
	ptx::tcgen05_fence_before_thread_sync();
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
	ptx::tcgen05_fence_after_thread_sync();
}

static __global__ void __cluster_dims__(1, PAIR, 1) __launch_bounds__(THREADS, 1)
	product(__nv_bfloat16 *c, const __grid_constant__ struct maps maps, int m,
		int n, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES], done;
	__shared__ uint32_t sums;
	int row = blockIdx.y * TILE_M, col = blockIdx.x * TILE_N;
	uint8_t *stages = align(memory);

	if (threadIdx.x < 32)
		aisp_tcgen05_take<TILE_N>(ptx::cta_group_2, &sums);
	if (threadIdx.x == 0)
		aisp_tcgen05_barriers<STAGES>(full, empty, &done);
	meet();
	if (threadIdx.x == 0)
		fetch_both(stages, full, empty, maps, row, col, n_k);
	if (threadIdx.x == 32 && ptx::get_sreg_cluster_ctarank() == 0)
		multiply_both(sums, stages, full, empty, &done, n_k);
	__syncwarp();
	aisp_barrier_wait(&done, 0);
	ptx::tcgen05_fence_after_thread_sync();
	aisp_tcgen05_store<TILE_N>(c, sums, row + threadIdx.x, col, m, n);
	meet(); /* neither may leave while the other reads what is shared */
	if (threadIdx.x < 32)
		ptx::tcgen05_dealloc(ptx::cta_group_2, sums, ptx::n32_t<TILE_N>());
}

#include "tile_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tcgen05 by two multiprocessors, each with half of B (never run)",
	.setup = tcgen05_setup<product>,
	.run = run,
	.teardown = free,
	.needs = "a GPU of compute capability 10 (tcgen05)",
};
