/* SPDX-License-Identifier: MIT
 *
 * linear_gpu.h - what backward passes of a linear layer share on a GPU: the sums of
 * columns, and how a workspace is cut.
 */
#ifndef LINEAR_GPU_H
#define LINEAR_GPU_H

#include <aisp/lt_product.h>

#define STRIPS       64 /* of the rows, each with sums of its own */
#define WIDE         32 /* columns of a block */
#define HIGH         8
#define LIBRARY_ROOM ((size_t)32 << 20) /* what cuBLASLt gets, at the begin */

/* The first multiple of 256 bytes behind n floats. */
static inline float *behind(float *p, int64_t n)
{
	return p + aisp_ceil_div(n, 64) * 64;
}

static inline float *behind_library(const struct aisp_io *io)
{
	return (float *)((char *)io->workspace + LIBRARY_ROOM);
}

/* part[strip][column] */
static __global__ void sum_strips(float *restrict part, const float *restrict dy,
				  int64_t rows, int64_t cols)
{
	__shared__ float sums[HIGH][WIDE];
	int64_t col = (int64_t)blockIdx.x * WIDE + threadIdx.x;
	int64_t first = (int64_t)blockIdx.y * HIGH + threadIdx.y;
	float sum = 0;

#pragma unroll 4
	for (int64_t r = first; r < rows && col < cols; r += STRIPS * HIGH)
		sum += dy[r * cols + col];
	sums[threadIdx.y][threadIdx.x] = sum;
	__syncthreads();
	if (threadIdx.y || col >= cols)
		return;
#pragma unroll
	for (int k = 1; k < HIGH; k++)
		sum += sums[k][threadIdx.x];
	part[blockIdx.y * cols + col] = sum;
}

static __global__ void add_strips(float *restrict db, const float *restrict part,
				  int n_strips, int64_t cols)
{
	int64_t col = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (col >= cols)
		return;
	for (int s = 0; s < n_strips; s++)
		sum += part[s * cols + col];
	db[col] += sum;
}

/* db += the sums of n_strips strips, in their order. */
static inline int bias_from(const struct aisp_io *io, const float *part, int n_strips)
{
	int64_t out = io->param[OUTPUTS];

	add_strips<<<(unsigned)aisp_ceil_div(out, 64), 64, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, DB), part, n_strips, out);
	return aisp_launched();
}

/* The same from dy; part has room for STRIPS * OUTPUTS. */
static inline int add_bias(const struct aisp_io *io, float *part)
{
	int64_t out = io->param[OUTPUTS];
	dim3 grid((unsigned)aisp_ceil_div(out, WIDE), STRIPS);

	sum_strips<<<grid, dim3(WIDE, HIGH), 0, aisp_stream(io)>>>(
		part, aisp_in_f32(io, DY), io->param[ROWS], out);
	return bias_from(io, part, STRIPS);
}

/* A variant's state: both products. */
struct backward {
	struct lt dx, dw;
	bool has_bias; /* the second's epilogue adds up dy's columns */
};

static inline struct lt_operands operands(const struct aisp_io *io, const void *a,
					  const void *b, void *c)
{
	struct lt_operands x = {
		a, b, c, io->workspace, LIBRARY_ROOM, aisp_stream(io)
	};

	return x;
}

/* A product in fp32: tf32 would be less precise than the contract requires. */
static inline int describe(struct lt *l, int64_t m, int64_t n, int64_t k, bool a_turned,
			   bool b_turned)
{
	struct lt_shape s = { m, n, k, a_turned, b_turned };

	return lt_describe(l, &s, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
}

static void backward_teardown(void *state)
{
	struct backward *b = (struct backward *)state;

	if (b) {
		lt_release(&b->dw);
		lt_release(&b->dx);
	}
	free(b);
}

#endif
