/* SPDX-License-Identifier: MIT
 *
 * experts_tiles.h - products of rows with each expert's weights: tiles in shared
 * memory, multiplied by the ordinary units in fp32.
 */
#ifndef EXPERTS_TILES_H
#define EXPERTS_TILES_H

#include "experts_sums.h"

#define SIDE     64
#define DEEP     32 /* of k */
#define PER_SIDE 16 /* threads of a block, down and across */
#define EACH     (SIDE / PER_SIDE)

typedef float square[DEEP][SIDE + 1];

/* Rows of tokens, gathered, or those of h as they lie. */
struct rows {
	const uint16_t *x;
	const int *row; /* NULL: as they lie */
	int k, n_cols;  /* n_cols: of weights */
	int64_t width;  /* what is added up */
};

static __device__ void load_tokens(square to, const struct rows &r, int first, int n,
				   int64_t k)
{
	for (int i = threadIdx.x; i < SIDE * DEEP; i += blockDim.x) {
		int at = i / DEEP;
		int64_t c = k + i % DEEP;
		int64_t row = at < n && r.row ? r.row[first + at] / r.k : first + at;

		to[i % DEEP][at] =
			at < n && c < r.width ? low(r.x[row * r.width + c]) : 0;
	}
}

static __device__ void load_weights(square to, const uint16_t *w, const struct rows &r,
				    int col, int64_t k)
{
	for (int i = threadIdx.x; i < SIDE * DEEP; i += blockDim.x) {
		int64_t j = col + i / DEEP, c = k + i % DEEP;

		to[i % DEEP][i / DEEP] =
			j < r.n_cols && c < r.width ? low(w[j * r.width + c]) : 0;
	}
}

static __device__ void add_step(float (&sum)[EACH][EACH], const square x,
				const square w)
{
	int down = threadIdx.x / PER_SIDE, across = threadIdx.x % PER_SIDE;

	for (int k = 0; k < DEEP; k++)
		for (int i = 0; i < EACH; i++)
			for (int j = 0; j < EACH; j++)
				sum[i][j] += x[k][down + i * PER_SIDE] *
					     w[k][across + j * PER_SIDE];
}

/* out = silu(w1 x) * w3 x, or w1 x without a w3. */
static __global__ void __launch_bounds__(PER_SIDE *PER_SIDE)
	multiply_squares(uint16_t *out, const uint16_t *w1, const uint16_t *w3,
			 const struct rows r, const int *start)
{
	__shared__ square x, a, b;
	int expert = blockIdx.z, col = blockIdx.x * SIDE;
	int first = start[expert] + blockIdx.y * SIDE, n = start[expert + 1] - first;
	int64_t skip = (int64_t)expert * r.n_cols * r.width;
	float g[EACH][EACH] = {}, u[EACH][EACH] = {};

	if (n <= 0)
		return;
	for (int64_t k = 0; k < r.width; k += DEEP) {
		load_tokens(x, r, first, n, k);
		load_weights(a, w1 + skip, r, col, k);
		if (w3)
			load_weights(b, w3 + skip, r, col, k);
		__syncthreads();
		add_step(g, x, a);
		if (w3)
			add_step(u, x, b);
		__syncthreads();
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j++) {
			int row = threadIdx.x / PER_SIDE + i * PER_SIDE;
			int c = col + threadIdx.x % PER_SIDE + j * PER_SIDE;
			float y = g[i][j];

			if (w3)
				y = y / (1 + __expf(-y)) * u[i][j];
			if (row < n && c < r.n_cols)
				out[(int64_t)(first + row) * r.n_cols + c] =
					(uint16_t)pack(y, 0);
		}
}

/* The rest of a call, after routing has found an order. */
static int run_squares(const struct aisp_io *io, const struct order &o, uint8_t *room)
{
	const int64_t *p = io->param;
	int64_t rows = p[TOKENS] * p[K];
	uint16_t *h = (uint16_t *)take(&room, rows * p[INNER] * 2);
	uint16_t *out = (uint16_t *)take(&room, rows * p[WIDTH] * 2);
	int inner = (int)p[INNER], width = (int)p[WIDTH], k = (int)p[K];
	struct rows x = { (const uint16_t *)io->in[X].data, o.row, k, inner, width };
	struct rows y = { h, NULL, k, width, inner };
	dim3 grid((unsigned)aisp_ceil_div(inner, SIDE),
		  (unsigned)aisp_ceil_div(p[TOKENS], SIDE), (unsigned)p[EXPERTS]);

	multiply_squares<<<grid, PER_SIDE * PER_SIDE, 0, aisp_stream(io)>>>(
		h, (const uint16_t *)io->in[W1].data, (const uint16_t *)io->in[W3].data,
		x, o.start);
	grid.x = (unsigned)aisp_ceil_div(width, SIDE);
	multiply_squares<<<grid, PER_SIDE * PER_SIDE, 0, aisp_stream(io)>>>(
		out, (const uint16_t *)io->in[W2].data, NULL, y, o.start);
	return add_up(io, o, out);
}

#endif
