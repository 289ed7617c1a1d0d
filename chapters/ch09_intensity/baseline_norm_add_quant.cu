/* SPDX-License-Identifier: MIT
 *
 * A kernel for the sum, one for the norm and one for the quotients.  The last two read
 * their row twice, the second time from a cache.
 *
 * CLASS: common
 * SUMMARY: three kernels, 2 bytes per access
 * LAUNCH: add<<<ceil_div(rows * cols, 256), 256>>>(r, x, residual, rows * cols)
 * LAUNCH: normalise<<<rows, 256>>>(workspace, r, gain, cols)
 * LAUNCH: quantise<<<rows, 256>>>(scale, q, workspace, cols)
 */
#include "workload_norm_add_quant.h"

#include <cuda_fp8.h>

#include "norm_add_passes.h"

__global__ void quantise(float *restrict scale, uint8_t *restrict q,
			 const uint16_t *restrict y, int64_t cols)
{
	float most = 0, by;

	y += blockIdx.x * cols;
	q += blockIdx.x * cols;
	for (int64_t j = threadIdx.x; j < cols; j += blockDim.x)
		most = fmaxf(most, fabsf(low(y[j])));
	by = scale_of(block_reduce<larger>(most));
	if (threadIdx.x == 0)
		scale[blockIdx.x] = by;
	for (int64_t j = threadIdx.x; j < cols; j += blockDim.x)
		q[j] = __nv_cvt_float_to_fp8(low(y[j]) * (1 / by), __NV_SATFINITE,
					     __NV_E4M3);
}
