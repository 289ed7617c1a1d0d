/* SPDX-License-Identifier: MIT
 *
 * layer_batch_size.h - the layer for R requests on a GPU: a warp has 8 rows of weights,
 * lanes have columns, and a block's requests lie in shared memory.  A weight that was
 * read serves R products.
 */
#ifndef LAYER_BATCH_SIZE_H
#define LAYER_BATCH_SIZE_H

#include <aisp/warp.h>

#define WARPS   4
#define THREADS (WARPS * 32)
#define ROWS    8   /* of weights, a warp's */
#define CHUNK   512 /* inputs that lie in shared memory */

/* n requests, at most R. */
struct layer {
	float *y;
	const float *x, *w;
	int n;
	int64_t n_in, n_out;
};

/* Fetches columns from `first` on; zeros outside. */
template <int R>
static __device__ void fetch_requests(float (&to)[R][CHUNK], const struct layer &l,
				      int64_t first)
{
	for (int i = threadIdx.x; i < R * CHUNK; i += THREADS) {
		int r = i / CHUNK;
		int64_t c = first + i % CHUNK;

		to[r][i % CHUNK] = r < l.n && c < l.n_in ? l.x[r * l.n_in + c] : 0;
	}
}

template <int R>
static __device__ void add_chunk(float (&sum)[ROWS][R], const float (&x)[R][CHUNK],
				 const struct layer &l, int64_t row, int64_t first)
{
#pragma unroll 2
	for (int c = threadIdx.x % 32; c < CHUNK; c += 32) {
		float w[ROWS];

#pragma unroll
		for (int i = 0; i < ROWS; i++)
			w[i] = row + i < l.n_out && first + c < l.n_in
				       ? l.w[(row + i) * l.n_in + first + c]
				       : 0;
#pragma unroll
		for (int r = 0; r < R; r++)
#pragma unroll
			for (int i = 0; i < ROWS; i++)
				sum[i][r] += w[i] * x[r][c];
	}
}

template <int R>
__global__ void __launch_bounds__(THREADS) multiply(const struct layer l)
{
	__shared__ float x[R][CHUNK];
	int64_t row = ((int64_t)blockIdx.x * WARPS + threadIdx.x / 32) * ROWS;
	float sum[ROWS][R] = {};

	for (int64_t c = 0; c < l.n_in; c += CHUNK) {
		__syncthreads();
		fetch_requests(x, l, c);
		__syncthreads();
		add_chunk(sum, x, l, row, c);
	}
#pragma unroll
	for (int i = 0; i < ROWS; i++)
#pragma unroll
		for (int r = 0; r < R; r++) {
			float all = aisp_warp_sum(sum[i][r]);

			if (threadIdx.x % 32 == 0 && row + i < l.n_out && r < l.n)
				l.y[r * l.n_out + row + i] = all;
		}
}

/* Runs all requests, R at a time, with a launch for each R. */
template <int R> static int run_by(const struct aisp_io *io)
{
	int64_t requests = io->param[REQUESTS], n_in = io->param[N_IN];
	int64_t n_out = io->param[N_OUT];
	unsigned n_blocks = (unsigned)aisp_ceil_div(n_out, WARPS * ROWS);

	for (int64_t r = 0; r < requests; r += R) {
		int n = (int)(requests - r < R ? requests - r : R);
		struct layer l = { aisp_out_f32(io, 0) + r * n_out,
				   aisp_in_f32(io, 0) + r * n_in,
				   aisp_in_f32(io, 1),
				   n,
				   n_in,
				   n_out };

		multiply<R><<<n_blocks, THREADS, 0, aisp_stream(io)>>>(l);
	}
	return aisp_launched();
}

#endif
