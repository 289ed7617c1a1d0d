/* SPDX-License-Identifier: MIT
 *
 * Three passes over a head: all scores, softmax of their rows, sums of values.  The
 * matrix of scores goes through memory four times, and no tensor core is used.
 */
#include "workload_attention_bf16.h"
#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define SIDE 16 /* of a block: as many queries as keys, or as values' elements */

typedef __nv_bfloat16 bf16;

/* s[i][j] = scale q[i] k[j], -infinity where i may not see j. */
static __global__ void score(float *restrict s, const bf16 *restrict q,
			     const bf16 *restrict k, int seq, int dim, int is_causal)
{
	__shared__ float a[SIDE][SIDE + 1], b[SIDE][SIDE + 1];
	int x = threadIdx.x, y = threadIdx.y, j0 = blockIdx.x * SIDE;
	int i = blockIdx.y * SIDE + y, j = j0 + x;
	float sum = 0;

	for (int c = 0; c < dim; c += SIDE) {
		a[y][x] = i < seq ? __bfloat162float(q[(int64_t)i * dim + c + x]) : 0;
		b[y][x] = j0 + y < seq
				  ? __bfloat162float(k[(int64_t)(j0 + y) * dim + c + x])
				  : 0;
		__syncthreads();
#pragma unroll
		for (int e = 0; e < SIDE; e++)
			sum += a[y][e] * b[x][e];
		__syncthreads();
	}
	if (i < seq && j < seq)
		s[(int64_t)i * seq + j] =
			is_causal && j > i ? -INFINITY : sum / sqrtf((float)dim);
}

static __device__ float reduce(float x, bool is_max)
{
	for (int half = 16; half > 0; half /= 2) {
		float y = __shfl_xor_sync(~0u, x, half);

		x = is_max ? fmaxf(x, y) : x + y;
	}
	return x;
}

/* A warp for each row. */
static __global__ void softmax(float *s, int seq)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float max = -INFINITY, sum = 0;

	if (row >= seq)
		return;
	s += (int64_t)row * seq;
	for (int j = threadIdx.x; j < seq; j += 32)
		max = fmaxf(max, s[j]);
	max = reduce(max, true);
	for (int j = threadIdx.x; j < seq; j += 32)
		sum += expf(s[j] - max);
	sum = reduce(sum, false);
	for (int j = threadIdx.x; j < seq; j += 32)
		s[j] = expf(s[j] - max) / sum;
}

/* o[i][c] = sum of w[i][j] v[j][c] */
static __global__ void weigh(bf16 *restrict o, const float *restrict w,
			     const bf16 *restrict v, int seq, int dim)
{
	__shared__ float a[SIDE][SIDE + 1], b[SIDE][SIDE];
	int x = threadIdx.x, y = threadIdx.y;
	int i = blockIdx.y * SIDE + y, c = blockIdx.x * SIDE + x;
	float sum = 0;

	for (int j = 0; j < seq; j += SIDE) {
		a[y][x] = i < seq && j + x < seq ? w[(int64_t)i * seq + j + x] : 0;
		b[y][x] = j + y < seq ? __bfloat162float(v[(int64_t)(j + y) * dim + c])
				      : 0;
		__syncthreads();
#pragma unroll
		for (int e = 0; e < SIDE; e++)
			sum += a[y][e] * b[e][x];
		__syncthreads();
	}
	if (i < seq)
		o[(int64_t)i * dim + c] = __float2bfloat16(sum);
}

static int run(const struct aisp_io *io, void *state)
{
	const bf16 *q = (const bf16 *)io->in[0].data, *k = (const bf16 *)io->in[1].data,
		   *v = (const bf16 *)io->in[2].data;
	int seq = (int)io->param[SEQ], dim = (int)io->param[DIM];
	unsigned tiles = (unsigned)aisp_ceil_div(seq, SIDE);
	dim3 block(SIDE, SIDE), row(32, 8);
	cudaStream_t stream = aisp_stream(io);
	float *s = (float *)io->workspace;

	(void)state;
	for (int h = 0; h < io->param[HEADS]; h++) {
		int64_t head = (int64_t)h * seq * dim;

		score<<<dim3(tiles, tiles), block, 0, stream>>>(
			s, q + head, k + head, seq, dim, (int)io->param[CAUSAL]);
		softmax<<<(unsigned)aisp_ceil_div(seq, row.y), row, 0, stream>>>(s,
										 seq);
		weigh<<<dim3((unsigned)(dim / SIDE), tiles), block, 0, stream>>>(
			(bf16 *)io->out[0].data + head, s, v + head, seq, dim);
	}
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "three kernels a head: scores, softmax, sums of values",
	.run = run,
};
