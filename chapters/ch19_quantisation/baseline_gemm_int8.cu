/* SPDX-License-Identifier: MIT
 *
 * Without tensor cores: a tile of 64 x 64 sums per block, by DP4A, which multiplies
 * four pairs of bytes and adds them up; each word that a thread reads from shared
 * memory serves four sums.
 */
#include "workload_gemm_int8.h"
#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define TILE    64
#define STEP    16 /* words of k */
#define SIDE    16 /* threads of a block, down and across */
#define PER     (TILE / SIDE)
#define THREADS (SIDE * SIDE)

struct matrix {
	const int *data; /* four numbers each */
	const float *scale;
	int64_t rows, words;
};

/* Transposed; zero outside. */
static __device__ void fetch(int tile[STEP][TILE + 1], const struct matrix &x,
			     int64_t row, int64_t word)
{
	for (int i = threadIdx.x; i < TILE * STEP; i += THREADS) {
		int64_t r = row + i / STEP, w = word + i % STEP;

		tile[i % STEP][i / STEP] =
			r < x.rows && w < x.words ? x.data[r * x.words + w] : 0;
	}
}

static __device__ void multiply(int sum[PER][PER], const int a[STEP][TILE + 1],
				const int b[STEP][TILE + 1])
{
	int y = threadIdx.x / SIDE, x = threadIdx.x % SIDE;

	for (int k = 0; k < STEP; k++)
		for (int i = 0; i < PER; i++)
			for (int j = 0; j < PER; j++)
				sum[i][j] = __dp4a(a[k][y + i * SIDE],
						   b[k][x + j * SIDE], sum[i][j]);
}

static __global__ void product(__nv_bfloat16 *c, const struct matrix a,
			       const struct matrix b)
{
	__shared__ int at[STEP][TILE + 1], bt[STEP][TILE + 1];
	int64_t row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
	int sum[PER][PER] = { 0 };

	for (int64_t word = 0; word < a.words; word += STEP) {
		fetch(at, a, row, word);
		fetch(bt, b, col, word);
		__syncthreads();
		multiply(sum, at, bt);
		__syncthreads();
	}
	row += threadIdx.x / SIDE;
	col += threadIdx.x % SIDE;
	for (int i = 0; i < PER; i++)
		for (int j = 0; j < PER; j++) {
			int64_t r = row + i * SIDE, s = col + j * SIDE;

			if (r < a.rows && s < b.rows)
				c[r * b.rows + s] = __float2bfloat16(
					(float)sum[i][j] * a.scale[r] * b.scale[s]);
		}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], words = io->param[K] / 4;
	dim3 grid(aisp_ceil_div(n, TILE), aisp_ceil_div(m, TILE));

	(void)state;
	product<<<grid, THREADS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data,
		{ (const int *)io->in[IN_A].data, aisp_in_f32(io, IN_SA), m, words },
		{ (const int *)io->in[IN_B].data, aisp_in_f32(io, IN_SB), n, words });
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles in shared memory, DP4A, no tensor core",
	.run = run,
};
