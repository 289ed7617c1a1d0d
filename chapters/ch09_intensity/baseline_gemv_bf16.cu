/* SPDX-License-Identifier: MIT
 *
 * A warp for each row, two elements per access, and one access after the other.
 */
#include "workload_gemv_bf16.h"

#include "gemv_bf16.h"

static __global__ void gemv(float *restrict y, const uint32_t *restrict w,
			    const uint32_t *restrict x, int64_t rows, int n)
{
	int64_t row = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
	float sum = 0;

	if (row >= rows)
		return;
#pragma unroll 1
	for (int j = threadIdx.x % 32; j < n; j += 32)
		sum = add_two(w[row * n + j], x[j], sum);
	sum = aisp_warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(rows, WARPS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint32_t *)io->in[W].data,
		(const uint32_t *)io->in[X].data, rows, (int)io->param[COLS] / 2);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a warp per row, 4 bytes per access",
	.run = run,
};
