/* SPDX-License-Identifier: MIT
 *
 * A kernel for the sums of the rows' squares and one for the products: each reads the
 * whole matrix from memory.
 */
#include "workload_rmsnorm_bf16.h"

#include "bf16_row.h"

#define THREADS 256

static __global__ void scale_of(float *scale, const uint16_t *restrict x, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s += low(x[j]) * low(x[j]);
	s = block_reduce<plus>(s);
	if (threadIdx.x == 0)
		scale[blockIdx.x] = rsqrtf(s / (float)cols + RMS_EPS);
}

static __global__ void multiply(uint16_t *restrict y, const uint16_t *restrict x,
				const uint16_t *restrict g, const float *restrict scale,
				int64_t n, int cols)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		y[i] = (uint16_t)pack(low(x[i]) * scale[i / cols] * low(g[i % cols]),
				      0);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data;
	int64_t n = aisp_elems(&io->in[0]);
	int cols = (int)io->param[RMS_COLS];
	float *scale = (float *)io->workspace;

	(void)state;
	scale_of<<<(unsigned)io->param[RMS_ROWS], THREADS, 0, aisp_stream(io)>>>(
		scale, x, cols);
	multiply<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, x, (const uint16_t *)io->in[1].data, scale,
		n, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "two kernels: scales of rows, products",
	.run = run,
};
