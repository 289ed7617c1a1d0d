/* SPDX-License-Identifier: MIT
 *
 * A warp for each row of weights, eight rows of a batch at a time; one product after
 * the other.
 */
#include "workload_gemm_rows_int4.h"

#include <aisp/cuda.h>
#include <cuda_bf16.h>

static __device__ void widen8(float *to, const uint8_t *w, int64_t i)
{
	uint32_t word = *(const uint32_t *)(w + i / 2);

	for (int j = 0; j < 8; j++)
		to[j] = (float)((int)(word >> 4 * j & 15) - 8);
}

static __device__ float scale_of_row(const void *scale, int row, int group, int groups)
{
	return __bfloat162float(
		((const __nv_bfloat16 *)scale)[(int64_t)row * groups + group]);
}

#include "low_warp.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a warp for each row of weights, eight rows of a batch at a time",
	.run = run,
};
