/* SPDX-License-Identifier: MIT
 *
 * The tensor memory accelerator fetches, so that threads only multiply: 8 x 16 sums
 * each, no addresses, no edges, and no meeting of the whole block.  Rows that do not
 * start at 16 bytes are left to cp.async.
 * ARCH: sm_90a
 */
#include "workload_gemm.h"

#include "gemm_tma.h"
#include <cuda/std/utility>

/*
 * A step: its tile of A is swizzled, quad k of row r at k ^ r % 8.  Written out by a
 * fold, as the compiler would leave a loop, and registers that meet in one bank.
 */
template <int... K>
static __device__ void multiply(float sum[tile::DOWN][tile::ACROSS],
				const uint8_t *stage,
				cuda::std::integer_sequence<int, K...>)
{
	const uint8_t *a = stage + quad_row<tile>() * AISP_ROW_BYTES;
	const float *b = (const float *)(stage + A_BYTES) + quad_col<tile>();
	int y = threadIdx.x % 32 / 8;

	(multiply_quads<tile>(
		 sum,
		 [=](int r) {
			 return *(const float4 *)(a + r * 4 * AISP_ROW_BYTES +
						  (K ^ (y + r * 4) % 8) * 16);
		 },
		 b + K * 4 * tile::COLS),
	 ...);
}

static __global__ void __launch_bounds__(tile::THREADS, 1)
	product(const __grid_constant__ struct gemm g,
		const __grid_constant__ struct maps maps, int rows, int cols, int n_k)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	uint8_t *stages = memory + -(uint32_t)__cvta_generic_to_shared(memory) % 1024;
	int2 at = place(rows, cols);
	float sum[tile::DOWN][tile::ACROSS] = { 0 };

	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			ptx::mbarrier_init(&full[i], 1);
			ptx::mbarrier_init(&empty[i], tile::THREADS / 32);
		}
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		for (int i = 0; i < STAGES - 1 && i < n_k; i++)
			fetch(stages, maps, at.x, at.y, i, full);
	}
	__syncthreads();
	for (int i = 0; i < n_k; i++) {
		int next = i + STAGES - 1;

		if (threadIdx.x == 0 && next < n_k) {
			/* In the first round all stages are free. */
			aisp_barrier_wait(&empty[next % STAGES],
					  (next / STAGES & 1) ^ 1);
			fetch(stages, maps, at.x, at.y, next, full);
		}
		aisp_barrier_wait(&full[i % STAGES], i / STAGES & 1);
		multiply(sum, stages + i % STAGES * STAGE_BYTES,
			 cuda::std::make_integer_sequence<int, K_STEP / 4>());
		__syncwarp();
		if (threadIdx.x % 32 == 0)
			ptx::mbarrier_arrive(&empty[i % STAGES]);
	}
	store_sums<tile>(sum, g, at.x, at.y);
}

static int setup(const struct aisp_io *, void **state)
{
	return setup_tma((const void *)product, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const aisp_encode *encode = (const aisp_encode *)state;
	struct gemm g = gemm_of(io);
	int rows = (int)aisp_ceil_div(g.m, tile::ROWS);
	int cols = (int)aisp_ceil_div(g.n, tile::COLS), rc;
	struct maps maps;

	if (!is_aligned(g))
		return async_run<small, 3>(io);
	rc = aisp_describe(*encode, &io->in[0], 4, tile::ROWS, K_STEP, &maps.a);
	if (!rc)
		rc = aisp_describe(*encode, &io->in[1], 4, K_STEP, tile::COLS, &maps.b);
	if (rc)
		return rc;
	product<<<rows * cols, tile::THREADS, ALL_BYTES, aisp_stream(io)>>>(
		g, maps, rows, cols, (int)aisp_ceil_div(g.k, K_STEP));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "8 x 16 sums per thread, tiles fetched by the accelerator",
	.setup = setup,
	.run = run,
	.teardown = free,
};
