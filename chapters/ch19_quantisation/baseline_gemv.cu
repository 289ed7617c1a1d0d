/* SPDX-License-Identifier: MIT
 *
 * fp32 weights: a warp for each row, 16 bytes per access where rows begin at multiples
 * of that, four of them under way in each lane.
 */
#include "workload_gemv.h"

#include "gemv_rows.h"

static __device__ float dot(const float4 &a, const float4 &b)
{
	return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

template <bool IS_ALIGNED>
static __global__ void gemv(float *restrict y, const float *restrict w,
			    const float *restrict x, int64_t rows, int n)
{
	int64_t row = row_of();
	int lane = threadIdx.x % 32;
	float sum = 0;

	if (row >= rows)
		return;
	w += row * n;
	if (IS_ALIGNED) {
#pragma unroll 4
		for (int j = lane; j < n / 4; j += 32)
			sum += dot(__ldcs((const float4 *)w + j),
				   ((const float4 *)x)[j]);
	} else {
		for (int j = lane; j < n; j += 32)
			sum += w[j] * x[j];
	}
	sum = warp_sum(sum);
	if (lane == 0)
		y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];
	int n = (int)io->param[COLS];

	(void)state;
	(n % 4 ? gemv<false> : gemv<true>)<<<(unsigned)aisp_ceil_div(rows, WARPS),
					     THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, IN_W), aisp_in_f32(io, IN_X), rows,
		n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "fp32 weights",
	.run = run,
};
