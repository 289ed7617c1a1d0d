/* SPDX-License-Identifier: MIT
 *
 * One kind of product, A B^T, as a forward pass has it: a matrix with another layout is
 * transposed first, and a separate kernel adds a product to what is there.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 4 * (rows * (inputs + outputs) + 2 * outputs * (inputs + 32) + 8388864)
 */
#include "workload_linear_bwd.h"

#include <stdlib.h>

#include "linear_gpu.h"

#define EDGE 32 /* of a tile that is transposed */

static __global__ void turn(float *restrict to, const float *restrict from,
			    int64_t rows, int64_t cols)
{
	__shared__ float tile[EDGE][EDGE + 1];
	int64_t row = (int64_t)blockIdx.x * EDGE, col = (int64_t)blockIdx.y * EDGE;
	int x = (int)threadIdx.x;

	for (int y = (int)threadIdx.y; y < EDGE; y += HIGH)
		if (row + y < rows && col + x < cols)
			tile[y][x] = from[(row + y) * cols + col + x];
	__syncthreads();
	for (int y = (int)threadIdx.y; y < EDGE; y += HIGH)
		if (col + y < cols && row + x < rows)
			to[(col + y) * rows + row + x] = tile[x][y];
}

static __global__ void add(float *restrict to, const float *restrict from, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] += from[i];
}

/* Transposes a matrix; returns the first address behind the result. */
static float *transpose(const struct aisp_io *io, float *to, const float *from,
			int64_t rows, int64_t cols)
{
	dim3 grid((unsigned)aisp_ceil_div(rows, EDGE),
		  (unsigned)aisp_ceil_div(cols, EDGE));

	turn<<<grid, dim3(EDGE, HIGH), 0, aisp_stream(io)>>>(to, from, rows, cols);
	return behind(to, rows * cols);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct backward *b = (struct backward *)calloc(1, sizeof(*b));
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS];
	int rc;

	*state = b;
	if (!b)
		return -ENOMEM;
	rc = describe(&b->dx, rows, in, out, false, true);
	rc = rc ? rc : describe(&b->dw, out, in, rows, false, true);
	rc = rc ? rc : lt_take_first(&b->dx, LIBRARY_ROOM);
	return rc ? rc : lt_take_first(&b->dw, LIBRARY_ROOM);
}

/* Gradients of the weights, to be added. */
static int multiply(const struct aisp_io *io, const struct backward *b, float *w_turned,
		    float *x_turned, float *dy_turned, float *product)
{
	struct lt_operands dx =
		operands(io, io->in[DY].data, w_turned, io->out[DX].data);
	struct lt_operands dw = operands(io, dy_turned, x_turned, product);
	int rc = lt_product(&b->dx, &dx, &b->dx.algo);

	return rc ? rc : lt_product(&b->dw, &dw, &b->dw.algo);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS];
	float *w_turned = behind_library(io), *x_turned, *dy_turned, *product;
	int rc;

	x_turned = transpose(io, w_turned, aisp_in_f32(io, W), out, in);
	dy_turned = transpose(io, x_turned, aisp_in_f32(io, X), rows, in);
	product = transpose(io, dy_turned, aisp_in_f32(io, DY), rows, out);
	rc = multiply(io, (const struct backward *)state, w_turned, x_turned, dy_turned,
		      product);
	if (rc)
		return rc;
	add<<<(unsigned)aisp_ceil_div(in * out, 256), 256, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, DW), product, in * out);
	return add_bias(io, behind(product, in * out));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three transposes, two products A B^T, an addition, sums of columns",
	.setup = setup,
	.run = run,
	.teardown = backward_teardown,
};
