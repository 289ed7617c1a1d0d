/* SPDX-License-Identifier: MIT
 *
 * The same resident grid; each thread loads four codes at once and stores four numbers
 * at once, with four such groups under way.
 */
#include "workload_dequantise.h"

#include <aisp/cuda.h>

#define BLOCK CODES
#define DEPTH 4
#define TILE  (4 * BLOCK * DEPTH) /* codes of a block and round */

static __device__ void decode_tile(float *restrict y, const uint8_t *restrict x,
				   const float *local)
{
	uchar4 c[DEPTH];

#pragma unroll
	for (int k = 0; k < DEPTH; k++)
		c[k] = ((const uchar4 *)x)[k * BLOCK + threadIdx.x];
#pragma unroll
	for (int k = 0; k < DEPTH; k++)
		((float4 *)y)[k * BLOCK + threadIdx.x] = make_float4(
			local[c[k].x], local[c[k].y], local[c[k].z], local[c[k].w]);
}

static __global__ void dequantise(float *restrict y, const uint8_t *restrict x,
				  const float *restrict book, int64_t n)
{
	__shared__ float local[CODES];
	int64_t step = (int64_t)gridDim.x * TILE, i = (int64_t)blockIdx.x * TILE;

	local[threadIdx.x] = book[threadIdx.x];
	__syncthreads();
	for (; i + TILE <= n; i += step)
		decode_tile(y + i, x + i, local);
	/* The one block that the ragged end falls to; the others are behind it. */
	for (i += threadIdx.x; i < n; i += BLOCK)
		y[i] = local[x[i]];
}

static int run(const struct aisp_io *io, void *state)
{
	int sms = aisp_gpu(cudaDevAttrMultiProcessorCount);
	int threads = aisp_gpu(cudaDevAttrMaxThreadsPerMultiProcessor);

	(void)state;
	dequantise<<<sms *(threads / BLOCK), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint8_t *)io->in[0].data,
		aisp_in_f32(io, 1), io->param[N]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a grid-stride loop; four codes per load, four numbers per store",
	.run = run,
};
