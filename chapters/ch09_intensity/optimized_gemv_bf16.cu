/* SPDX-License-Identifier: MIT
 *
 * A warp for each row, 16 bytes per access, four of them under way in each lane.
 */
#include "workload_gemv_bf16.h"

#include "gemv_bf16.h"

#define AHEAD 4 /* accesses under way */

static __global__ void __launch_bounds__(THREADS)
	gemv(float *restrict y, const uint4 *restrict w, const uint4 *restrict x,
	     int64_t rows, int n)
{
	int64_t row = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
	float sum = 0;

	if (row >= rows)
		return;
	for (int j = threadIdx.x % 32; j < n; j += 32 * AHEAD) {
		uint4 v[AHEAD];

#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			v[k] = j + 32 * k < n ? __ldcs(w + row * n + j + 32 * k)
					      : uint4{};
#pragma unroll
		for (int k = 0; k < AHEAD; k++)
			sum = add_eight(v[k], x[min(j + 32 * k, n - 1)], sum);
	}
	sum = aisp_warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(rows, WARPS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint4 *)io->in[W].data,
		(const uint4 *)io->in[X].data, rows, (int)io->param[COLS] / 8);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a warp per row, 16 bytes per access, four under way",
	.run = run,
};
