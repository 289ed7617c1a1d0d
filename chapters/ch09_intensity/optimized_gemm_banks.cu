/* SPDX-License-Identifier: MIT
 *
 * The same, its registers chosen.  They lie in two banks, the even and the odd ones,
 * and a bank gives one number per cycle: of the three that a multiply-add reads, one
 * has to be in the cache of its operand and the others in different banks.  So a row of
 * sums keeps its number of A, and the sum of an even column lies in an odd register.
 * (S. Gray, "SGEMM", maxas, 2014, for the four banks of Maxwell.)
 *
 * The assembler moves multiply-adds about and sums from register to register; at
 * level 1 it does less of that.
 * ARCH: sm_90a
 * FLAGS: -Xptxas=-O1
 */
#include "workload_gemm.h"

#include "gemm_tma.h"

/* In this order: a plain read may be moved. */
static __device__ float4 read_quad(uint32_t at)
{
	float4 x;

	asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
		     : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w)
		     : "r"(at));
	return x;
}

/* Quad k of the thread's rows; of row r of a swizzled tile it is at k ^ r % 8. */
static __device__ void read_a(float4 a[tile::DOWN], uint32_t first_row, int k)
{
	int y = quad_row<tile>() % 4;
	uint32_t even = first_row + (y ^ k) * 16, odd = first_row + (y ^ 4 ^ k) * 16;

#pragma unroll
	for (int i = 0; i < tile::DOWN; i++)
		a[i] = read_quad((i % 2 ? odd : even) + i * 4 * AISP_ROW_BYTES);
}

/* Row k of the thread's columns. */
static __device__ void read_b(float4 b[tile::ACROSS / 4], uint32_t first_col, int k)
{
#pragma unroll
	for (int j = 0; j < tile::ACROSS / 4; j++)
		b[j] = read_quad(first_col + (k * tile::COLS + j * 32) * 4);
}

/*
 * A row of sums from left to right, the next from right to left: its first b is then
 * in a cache, too, while a is not yet.
 */
static __device__ void multiply_step(float sum[tile::DOWN][tile::ACROSS],
				     const float4 a[tile::DOWN],
				     const float4 b[tile::ACROSS / 4], int q)
{
#pragma unroll
	for (int i = 0; i < tile::DOWN; i++)
#pragma unroll
		for (int n = 0; n < tile::ACROSS; n++) {
			int j = i % 2 ? tile::ACROSS - 1 - n : n;

			sum[i][j] += element(a[i], q) * element(b[j / 4], j % 4);
		}
}

/*
 * A store of 16 bytes takes an aligned quad of registers, as the load of b fills one.
 * In the order of the columns each sum would be in the bank of its b; neighbours are
 * exchanged here, and back on the way to memory.
 */
static __device__ void write_exchanged(uint32_t at, const float *sum)
{
	asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(at), "f"(sum[1]),
		     "f"(sum[0]), "f"(sum[3]), "f"(sum[2])
		     : "memory");
}

/* Never called, but where it might be the sums have to be in their places. */
static __device__ void hold(uint32_t at, const float sum[tile::DOWN][tile::ACROSS])
{
#pragma unroll
	for (int i = 0; i < tile::DOWN; i++)
#pragma unroll
		for (int j = 0; j < tile::ACROSS; j += 4)
			write_exchanged(at + (i * tile::ACROSS + j) * 4, &sum[i][j]);
}

/* K_STEP of k; what a step multiplies is read during the one before. */
static __device__ void multiply(float sum[tile::DOWN][tile::ACROSS], uint32_t stage,
				int never)
{
	uint32_t first_row = stage + quad_row<tile>() * AISP_ROW_BYTES;
	uint32_t first_col = stage + A_BYTES + quad_col<tile>() * 4;
	float4 a[2][tile::DOWN], b[2][tile::ACROSS / 4];

	read_a(a[0], first_row, 0);
	read_b(b[0], first_col, 0);
#pragma unroll 1
	for (int k = 0; k < K_STEP; k += 8)
#pragma unroll
		for (int q = 0; q < 8; q++) {
			/* The last step has none after it, and reads the first. */
			read_b(b[(q + 1) % 2], first_col,
			       q < 7 ? k + q + 1 : (k + 8) % K_STEP);
			if (q % 4 == 1)
				read_a(a[(q / 4 + 1) % 2], first_row,
				       (k + q + 3) / 4 % 8);
			multiply_step(sum, a[q / 4], b[q % 2], q % 4);
			if (never)
				hold(stage, sum);
		}
}

static __device__ void store(const float sum[tile::DOWN][tile::ACROSS], uint32_t at,
			     const struct gemm &g, int64_t row, int64_t col)
{
	row += quad_row<tile>();
	col += quad_col<tile>();
#pragma unroll
	for (int i = 0; i < tile::DOWN; i++)
#pragma unroll
		for (int j = 0; j < tile::ACROSS; j += 4) {
			int64_t r = row + i * 4, s = col + j * 8;
			float4 x;

			write_exchanged(at, &sum[i][j]);
			x = read_quad(at);
			if (r < g.m && s < g.n)
				*(float4 *)(g.c + r * g.n + s) =
					make_float4(x.y, x.x, x.w, x.z);
		}
}

static __global__ void __launch_bounds__(tile::THREADS, 1)
	product(const __grid_constant__ struct gemm g,
		const __grid_constant__ struct maps maps, int rows, int cols, int n_k,
		int never)
{
	extern __shared__ uint8_t memory[];
	__shared__ uint64_t full[STAGES], empty[STAGES];
	__shared__ float4 own[tile::THREADS];
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
		multiply(sum,
			 (uint32_t)__cvta_generic_to_shared(stages) +
				 i % STAGES * STAGE_BYTES,
			 never);
		__syncwarp();
		if (threadIdx.x % 32 == 0)
			ptx::mbarrier_arrive(&empty[i % STAGES]);
	}
	store(sum, (uint32_t)__cvta_generic_to_shared(&own[threadIdx.x]), g, at.x,
	      at.y);
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
		g, maps, rows, cols, (int)aisp_ceil_div(g.k, K_STEP), 0);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "sums and their factors in different banks of registers",
	.setup = setup,
	.run = run,
	.teardown = free,
};
