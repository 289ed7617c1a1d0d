/* SPDX-License-Identifier: MIT
 *
 * scale.cuh - the right answer, to which each variant here adds its own accident.
 */
#include <aisp/cuda.h>

static __global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 2 * x[i];
}

static int run_scale(const struct aisp_io *io)
{
	int64_t n = io->param[N];

	scale<<<aisp_ceil_div(n, 256), 256, 0, aisp_stream(io)>>>(
		aisp_in_f32(io, 0), aisp_out_f32(io, 0), n);
	return aisp_launched();
}
