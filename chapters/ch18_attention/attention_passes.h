/* SPDX-License-Identifier: MIT
 *
 * attention_passes.h - three passes over a head: all scores, softmax of their rows,
 * sums of values.  The matrix of scores goes through memory four times, and no tensor
 * core is used.  Shared by the baselines, which differ in what they do to scores.
 */
#ifndef ATTENTION_PASSES_H
#define ATTENTION_PASSES_H

#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define SIDE 16 /* of a block: as many queries as keys, or as values' elements */

typedef __nv_bfloat16 bf16;

/* Changes a score of query i and key j: each step has its CHANGE. */
struct unchanged {
};

static __device__ float changed(float s, int, int, const unchanged &)
{
	return s;
}

/* s[i][j] = scale q[i] k[j], changed; -infinity where i may not see j. */
template <class CHANGE>
static __global__ void score(float *restrict s, const bf16 *restrict q,
			     const bf16 *restrict k, int seq, int dim, int is_causal,
			     const CHANGE c)
{
	__shared__ float a[SIDE][SIDE + 1], b[SIDE][SIDE + 1];
	int x = threadIdx.x, y = threadIdx.y, j0 = blockIdx.x * SIDE;
	int i = blockIdx.y * SIDE + y, j = j0 + x;
	float sum = 0;

	for (int e = 0; e < dim; e += SIDE) {
		a[y][x] = i < seq ? __bfloat162float(q[(int64_t)i * dim + e + x]) : 0;
		b[y][x] = j0 + y < seq
				  ? __bfloat162float(k[(int64_t)(j0 + y) * dim + e + x])
				  : 0;
		__syncthreads();
#pragma unroll
		for (int z = 0; z < SIDE; z++)
			sum += a[y][z] * b[x][z];
		__syncthreads();
	}
	if (i < seq && j < seq)
		s[(int64_t)i * seq + j] =
			is_causal && j > i ? -INFINITY
					   : changed(sum / sqrtf((float)dim), i, j, c);
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

/* Launches the passes of head h. */
template <class CHANGE>
static void launch(const struct aisp_io *io, int64_t h, int is_causal, const CHANGE &c)
{
	int seq = (int)io->in[0].shape[1], dim = (int)io->in[0].shape[2];
	int64_t head = h * seq * dim;
	const bf16 *q = (const bf16 *)io->in[0].data + head,
		   *k = (const bf16 *)io->in[1].data + head,
		   *v = (const bf16 *)io->in[2].data + head;
	unsigned tiles = (unsigned)aisp_ceil_div(seq, SIDE);
	dim3 block(SIDE, SIDE), row(32, 8);
	cudaStream_t stream = aisp_stream(io);
	float *s = (float *)io->workspace;

	score<<<dim3(tiles, tiles), block, 0, stream>>>(s, q, k, seq, dim, is_causal,
							c);
	softmax<<<(unsigned)aisp_ceil_div(seq, row.y), row, 0, stream>>>(s, seq);
	weigh<<<dim3((unsigned)(dim / SIDE), tiles), block, 0, stream>>>(
		(bf16 *)io->out[0].data + head, s, v, seq, dim);
}

#endif
