/* SPDX-License-Identifier: MIT
 *
 * train_step.h - the step's kernels, one for each operation, and their launches.
 */
#ifndef TRAIN_STEP_H
#define TRAIN_STEP_H

#include <aisp/cuda.h>

#define TILE    16
#define THREADS 256

/* Element (i, k) lies at i * down + k * across. */
struct operand {
	const float *x;
	int64_t down, across;
};

/* c[i][j] = sum over k of a(i, k) b(j, k): m x n, sums of `depth`. */
struct product {
	struct operand a, b;
	float *c;
	int m, n, depth;
};

static __device__ float element(const struct operand &x, int i, int k, int rows,
				int cols)
{
	return i < rows && k < cols ? x.x[i * x.down + k * x.across] : 0;
}

static __global__ void multiply(const struct product p)
{
	__shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1];
	int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
	int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
	float sum = 0;

	for (int k = 0; k < p.depth; k += TILE) {
		a[y][x] = element(p.a, row + y, k + x, p.m, p.depth);
		b[y][x] = element(p.b, col + y, k + x, p.n, p.depth);
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; i++)
			sum += a[y][i] * b[x][i];
		__syncthreads();
	}
	if (row + y < p.m && col + x < p.n)
		p.c[(row + y) * p.n + col + x] = sum;
}

static __device__ int here(void)
{
	return blockIdx.x * THREADS + threadIdx.x;
}

static __global__ void silu(float *h, const float *z, int n)
{
	int i = here();

	if (i < n)
		h[i] = z[i] / (1 + expf(-z[i]));
}

static __global__ void subtract(float *e, const float *y, const float *t, int n)
{
	int i = here();

	if (i < n)
		e[i] = y[i] - t[i];
}

/* dz times the slope of silu at z. */
static __global__ void silu_back(float *dz, const float *z, int n)
{
	int i = here();

	if (i < n) {
		float share = 1 / (1 + expf(-z[i]));

		dz[i] *= share * (1 + z[i] * (1 - share));
	}
}

static __global__ void update(float *to, const float *w, const float *gradient, int n)
{
	int i = here();

	if (i < n)
		to[i] = w[i] - RATE * gradient[i];
}

static unsigned blocks_of(int n)
{
	return (unsigned)aisp_ceil_div(n, THREADS);
}

static void launch_product(const struct product &p, cudaStream_t stream)
{
	dim3 grid((unsigned)aisp_ceil_div(p.n, TILE),
		  (unsigned)aisp_ceil_div(p.m, TILE));

	multiply<<<grid, TILE * TILE, 0, stream>>>(p);
}

/* What lies in the workspace, one behind the other. */
struct room {
	float *z, *h, *dz, *y, *e, *dw1, *dw2;
};

static struct room room_of(const struct aisp_io *io)
{
	const int64_t *p = io->param;
	int64_t bh = p[BATCH] * p[HIDDEN], bo = p[BATCH] * p[OUTPUTS];
	float *z = (float *)io->workspace, *y = z + 3 * bh, *dw1 = y + 2 * bo;

	return { z, z + bh, z + 2 * bh, y, y + bo, dw1, dw1 + p[HIDDEN] * p[INPUTS] };
}

/* Launches the forward pass, from X to the error. */
static void launch_forward(const struct aisp_io *io, const struct room &r)
{
	const float *x = aisp_in_f32(io, X), *w1 = aisp_in_f32(io, W1);
	const float *w2 = aisp_in_f32(io, W2);
	int b = (int)io->param[BATCH], d = (int)io->param[INPUTS];
	int h = (int)io->param[HIDDEN], o = (int)io->param[OUTPUTS];
	cudaStream_t stream = aisp_stream(io);

	launch_product({ { x, d, 1 }, { w1, d, 1 }, r.z, b, h, d }, stream);
	silu<<<blocks_of(b * h), THREADS, 0, stream>>>(r.h, r.z, b * h);
	launch_product({ { r.h, h, 1 }, { w2, h, 1 }, r.y, b, o, h }, stream);
	subtract<<<blocks_of(b * o), THREADS, 0, stream>>>(r.e, r.y, aisp_in_f32(io, T),
							   b * o);
}

/* Launches the backward pass, from the error to new weights. */
static void launch_backward(const struct aisp_io *io, const struct room &r)
{
	const float *x = aisp_in_f32(io, X), *w1 = aisp_in_f32(io, W1);
	const float *w2 = aisp_in_f32(io, W2);
	int b = (int)io->param[BATCH], d = (int)io->param[INPUTS];
	int h = (int)io->param[HIDDEN], o = (int)io->param[OUTPUTS];
	cudaStream_t stream = aisp_stream(io);

	launch_product({ { r.e, 1, o }, { r.h, 1, h }, r.dw2, o, h, b }, stream);
	launch_product({ { r.e, o, 1 }, { w2, 1, h }, r.dz, b, h, o }, stream);
	silu_back<<<blocks_of(b * h), THREADS, 0, stream>>>(r.dz, r.z, b * h);
	launch_product({ { r.dz, 1, h }, { x, 1, d }, r.dw1, h, d, b }, stream);
	update<<<blocks_of(h * d), THREADS, 0, stream>>>(aisp_out_f32(io, NEW_W1), w1,
							 r.dw1, h * d);
	update<<<blocks_of(o * h), THREADS, 0, stream>>>(aisp_out_f32(io, NEW_W2), w2,
							 r.dw2, o * h);
}

static int launch_step(const struct aisp_io *io)
{
	struct room r = room_of(io);

	launch_forward(io, r);
	launch_backward(io, r);
	return aisp_launched();
}

#endif
