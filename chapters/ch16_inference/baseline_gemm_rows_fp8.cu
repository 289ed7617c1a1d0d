/* SPDX-License-Identifier: MIT
 *
 * A warp for each row of weights, eight rows of a batch at a time; one product after
 * the other.
 */
#include "workload_gemm_rows_fp8.h"

#include <aisp/cuda.h>
#include <cuda_fp8.h>

static __device__ void widen8(float *to, const uint8_t *w, int64_t i)
{
	uint2 two = *(const uint2 *)(w + i);
	const __nv_fp8_e4m3 *code = (const __nv_fp8_e4m3 *)&two;

	for (int j = 0; j < 8; j++)
		to[j] = (float)code[j];
}

static __device__ float scale_of_row(const void *scale, int row, int group, int groups)
{
	return ((const float *)scale)[(int64_t)(row / SCALE_ROWS) * groups + group];
}

#include "low_warp.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a warp for each row of weights, eight rows of a batch at a time",
	.run = run,
};
