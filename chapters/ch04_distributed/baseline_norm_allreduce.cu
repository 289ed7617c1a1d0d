/* SPDX-License-Identifier: MIT
 *
 * Three functions of a framework, each a pass over memory: an all-reduce, whose sums
 * stay in fp32, the sum with the residual stream, and the norm.
 */
#include "workload_norm_allreduce.h"

#include <aisp/peer_plain.h>

#include <aisp/block_reduce.h>

#define NORM_THREADS 512

static __global__ void add_residual(__nv_bfloat16 *restrict r,
				    const float *restrict sum,
				    const __nv_bfloat16 *restrict residual, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		r[i] = __float2bfloat16_rn(sum[i] + __bfloat162float(residual[i]));
}

static __global__ void norm(__nv_bfloat16 *restrict y, const __nv_bfloat16 *restrict r,
			    const __nv_bfloat16 *restrict gain, int64_t cols)
{
	const __nv_bfloat16 *row = r + blockIdx.x * cols;
	float squares = 0, scale;

	for (int64_t j = threadIdx.x; j < cols; j += NORM_THREADS)
		squares += __bfloat162float(row[j]) * __bfloat162float(row[j]);
	scale = rsqrtf(block_reduce<plus>(squares) / (float)cols + RMS_EPS);
	for (int64_t j = threadIdx.x; j < cols; j += NORM_THREADS)
		y[blockIdx.x * cols + j] = __float2bfloat16_rn(
			__bfloat162float(row[j]) * scale * __bfloat162float(gain[j]));
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = NULL;
	AISP_TRY(cudaMalloc(
		state, sizeof(float) * (size_t)(io->param[ROWS] * io->param[COLS])));
	return 0;
}

static void teardown(void *state)
{
	cudaFree(state);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t cols = io->param[COLS], n = io->param[ROWS] * cols;
	__nv_bfloat16 *r = (__nv_bfloat16 *)io->out[R].data;
	float *sum = (float *)state;
	int status = show_all_plain(io, (size_t)n * 2);

	if (status)
		return status;
	add_plain<__nv_bfloat16>
		<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(*io->ranks,
									 sum, 0, n);
	add_residual<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(
		r, sum, (const __nv_bfloat16 *)io->in[RESIDUAL].data, n);
	norm<<<(unsigned)io->param[ROWS], NORM_THREADS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[Y].data, r,
		(const __nv_bfloat16 *)io->in[GAIN].data, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all-reduce, then the sums, then the norms",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
