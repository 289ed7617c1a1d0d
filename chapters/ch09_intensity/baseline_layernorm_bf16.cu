/* SPDX-License-Identifier: MIT
 *
 * A kernel for each pass over the matrix: the rows' means, their variances, and the
 * results.  Each reads all of it from memory.
 */
#include "workload_layernorm_bf16.h"

#include "bf16_row.h"

#define THREADS 256

static __global__ void find_mean(float *mean, const uint16_t *restrict x, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s += low(x[j]);
	s = block_reduce<plus>(s);
	if (threadIdx.x == 0)
		mean[blockIdx.x] = s / (float)cols;
}

static __global__ void find_scale(float *scale, const uint16_t *restrict x,
				  const float *restrict mean, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS) {
		float d = low(x[j]) - mean[blockIdx.x];

		s += d * d;
	}
	s = block_reduce<plus>(s);
	if (threadIdx.x == 0)
		scale[blockIdx.x] = rsqrtf(s / (float)cols + LAYER_EPS);
}

static __global__ void shift(uint16_t *restrict y, const uint16_t *restrict x,
			     const uint16_t *restrict g, const uint16_t *restrict b,
			     const float *restrict mean, const float *restrict scale,
			     int64_t n, int cols)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	int64_t row = i / cols, j = i % cols;

	if (i < n)
		y[i] = (uint16_t)pack((low(x[i]) - mean[row]) * scale[row] * low(g[j]) +
					      low(b[j]),
				      0);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data;
	int64_t rows = io->param[LAYER_ROWS], n = aisp_elems(&io->in[0]);
	int cols = (int)io->param[LAYER_COLS];
	float *mean = (float *)io->workspace, *scale = mean + rows;
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	find_mean<<<(unsigned)rows, THREADS, 0, stream>>>(mean, x, cols);
	find_scale<<<(unsigned)rows, THREADS, 0, stream>>>(scale, x, mean, cols);
	shift<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, stream>>>(
		(uint16_t *)io->out[0].data, x, (const uint16_t *)io->in[1].data,
		(const uint16_t *)io->in[2].data, mean, scale, n, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three kernels: means, variances, results",
	.run = run,
};
