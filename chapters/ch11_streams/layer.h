/* SPDX-License-Identifier: MIT
 *
 * layer.h - the three steps that both variants share: rows of x to the GPU, through
 * the layer, and back.  The variants differ in how many rows they take at a time.
 */
#ifndef LAYER_H
#define LAYER_H

#include <aisp/streams.h>

#define TILE  64
#define SIDE  4 /* of a thread's square */
#define SLICE 16
#define BLOCK ((TILE / SIDE) * (TILE / SIDE))

typedef float slice[SLICE][TILE + 4]; /* skewed over the banks */

/* Columns [k0, k0 + SLICE) of x, transposed, and these rows of w. */
static __device__ void fill(slice xs, slice ws, const float *restrict x,
			    const float *restrict w, int rows, int k0)
{
#pragma unroll
	for (int l = 0; l < TILE * SLICE / BLOCK; l++) {
		int e = l * BLOCK + threadIdx.x, i = e / SLICE, k = e % SLICE;

		xs[k][i] = i < rows ? x[i * DIM + k0 + k] : 0;
		ws[e / TILE][e % TILE] = w[(k0 + e / TILE) * DIM + e % TILE];
	}
}

static __device__ void add_slice(float sum[SIDE][SIDE], const slice xs, const slice ws,
				 int row, int col)
{
#pragma unroll
	for (int k = 0; k < SLICE; k++)
#pragma unroll
		for (int i = 0; i < SIDE; i++)
#pragma unroll
			for (int j = 0; j < SIDE; j++)
				sum[i][j] += xs[k][row + i] * ws[k][col + j];
}

/* A block computes a square of y: rows by blockIdx.x, columns by blockIdx.y. */
static __global__ void layer(float *restrict y, const float *restrict x,
			     const float *restrict w, int64_t n_rows)
{
	__shared__ __align__(16) slice xs, ws;
	float sum[SIDE][SIDE] = { 0 };
	int64_t first = (int64_t)blockIdx.x * TILE;
	int rows = n_rows - first < TILE ? (int)(n_rows - first) : TILE;
	int row = threadIdx.x / (TILE / SIDE) * SIDE;
	int col = threadIdx.x % (TILE / SIDE) * SIDE;

	w += blockIdx.y * TILE;
	y += first * DIM + blockIdx.y * TILE;
	for (int k0 = 0; k0 < DIM; k0 += SLICE) {
		fill(xs, ws, x + first * DIM, w, rows, k0);
		__syncthreads();
		add_slice(sum, xs, ws, row, col);
		__syncthreads();
	}
	for (int i = 0; i < SIDE && row + i < rows; i++)
		for (int j = 0; j < SIDE; j++)
			y[(row + i) * DIM + col + j] = sum[i][j];
}

/* Rows [first, first + n) there, through the layer and back, all in one stream. */
static inline int layer_rows(const struct aisp_io *io, int64_t first, int64_t n,
			     cudaStream_t stream)
{
	size_t bytes = n * DIM * sizeof(float);
	float *x = (float *)io->workspace + first * DIM;
	float *y = x + io->param[ROWS] * DIM;
	dim3 grid(aisp_ceil_div(n, TILE), DIM / TILE);

	AISP_TRY(cudaMemcpyAsync(x, aisp_in_f32(io, 0) + first * DIM, bytes,
				 cudaMemcpyHostToDevice, stream));
	layer<<<grid, BLOCK, 0, stream>>>(y, x, aisp_in_f32(io, 1), n);
	AISP_TRY(cudaGetLastError());
	return aisp_cuda_status(cudaMemcpyAsync(aisp_out_f32(io, 0) + first * DIM, y,
						bytes, cudaMemcpyDeviceToHost, stream));
}

struct layer_state {
	void *x, *y; /* registered pages, or NULL */
	struct streams *streams;
};

static inline void layer_free(void *state)
{
	struct layer_state *l = (struct layer_state *)state;

	if (l->y)
		cudaHostUnregister(l->y);
	if (l->x)
		cudaHostUnregister(l->x);
	streams_free(l->streams);
	free(l);
}

/* The engines read x and write y themselves, in both variants. */
static inline int layer_pin(struct layer_state *l, const struct aisp_io *io)
{
	size_t bytes = io->param[ROWS] * DIM * sizeof(float);

	AISP_TRY(cudaHostRegister(io->in[0].data, bytes, cudaHostRegisterReadOnly));
	l->x = io->in[0].data;
	AISP_TRY(cudaHostRegister(io->out[0].data, bytes, cudaHostRegisterDefault));
	l->y = io->out[0].data;
	return 0;
}

/* For setup(): a struct layer_state with n_streams streams, or -errno. */
static inline int layer_new(const struct aisp_io *io, int n_streams, void **state)
{
	struct layer_state *l = (struct layer_state *)calloc(1, sizeof(*l));
	int rc;

	if (!l)
		return -ENOMEM;
	rc = layer_pin(l, io);
	if (!rc)
		rc = streams_new(&l->streams, n_streams, 0);
	if (rc)
		layer_free(l);
	else
		*state = l;
	return rc;
}

#endif
