/* SPDX-License-Identifier: MIT
 *
 * A thread block has four rows, and each of its threads a part of all four: x is loaded
 * once for them, and what a block reads at a time are four long pieces.
 */
#include "workload_gemv_bf16.h"

#include "gemv_bf16.h"

#define BAND 4 /* rows of a thread block */

/* Sums of all threads; of row r in thread r. */
static __device__ float add_up(const float *sum)
{
	__shared__ float part[BAND][WARPS];
	float all = 0;

#pragma unroll
	for (int r = 0; r < BAND; r++) {
		float s = aisp_warp_sum(sum[r]);

		if (threadIdx.x % 32 == 0)
			part[r][threadIdx.x / 32] = s;
	}
	__syncthreads();
	for (int i = 0; i < WARPS && threadIdx.x < BAND; i++)
		all += part[threadIdx.x][i];
	return all;
}

static __global__ void __launch_bounds__(THREADS)
	gemv(float *restrict y, const uint4 *restrict w, const uint4 *restrict x,
	     int64_t rows, int n)
{
	int64_t row = (int64_t)blockIdx.x * BAND;
	const uint4 *from[BAND];
	float sum[BAND] = {}, all;

#pragma unroll
	for (int r = 0; r < BAND; r++)
		from[r] = w + min(row + r, rows - 1) * n;
#pragma unroll 2
	for (int j = threadIdx.x; j < n; j += THREADS) {
		uint4 v = __ldg(x + j);

#pragma unroll
		for (int r = 0; r < BAND; r++)
			sum[r] = add_eight(__ldcs(from[r] + j), v, sum[r]);
	}
	all = add_up(sum);
	if (threadIdx.x < BAND && row + threadIdx.x < rows)
		y[row + threadIdx.x] = all;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(rows, BAND), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint4 *)io->in[W].data,
		(const uint4 *)io->in[X].data, rows, (int)io->param[COLS] / 8);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four rows a block, each thread a part of all",
	.run = run,
};
