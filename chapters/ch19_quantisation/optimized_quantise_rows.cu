/* SPDX-License-Identifier: MIT
 *
 * A thread block has a tile of 128 x 128.  Sixteen lanes hold a block of 128 of a row
 * in registers, from one read of 16 bytes each: its maximum, its scale and its codes
 * are found there.  The codes also go to shared memory, from where they leave turned.
 *
 * Blocks of another length get their scales first, by a kernel that reads x.
 */
#include "workload_quantise_rows.h"

#include "tiles_quantise_rows.h"

#define SIDE  128 /* of a tile */
#define LANES 16  /* that share a row of a tile, eight neighbours each */
#define STEPS (SIDE * LANES / THREADS)

/*
 * Codes, four to a word, a row of the tile after the other.  After every sixteenth row
 * four words are left out, so that the words of a column 16 rows apart lie in other
 * banks.
 */
struct alignas(16) tile {
	uint32_t word[SIDE * SIDE / 4 + SIDE / 16 * 4];
};

static __device__ int word_at(int row, int word)
{
	return row * (SIDE / 4) + row / 16 * 4 + word;
}

/* Its rows in steps of THREADS / LANES, all loads before the first maximum. */
static __device__ void quantise_whole(const struct quantise &m, struct tile &t,
				      int64_t i, int64_t j)
{
	int row = threadIdx.x / LANES, lane = threadIdx.x % LANES;
	uint4 v[STEPS];

#pragma unroll
	for (int s = 0; s < STEPS; s++)
		v[s] = __ldg((const uint4 *)(m.x +
					     (i + row + s * SIDE / STEPS) * m.cols + j +
					     8 * lane));
#pragma unroll
	for (int s = 0; s < STEPS; s++) {
		int r = row + s * SIDE / STEPS;
		float scale = scale_of(max_of_lanes(v[s], LANES)), inverse = 1 / scale;
		uint2 code = { to_codes(v[s].x, v[s].y, inverse),
			       to_codes(v[s].z, v[s].w, inverse) };

		if (lane == 0)
			m.scale[(i + r) * m.blocks + j / SIDE] = scale;
		*(uint2 *)(m.q + (i + r) * m.cols + j + 8 * lane) = code;
		*(uint2 *)&t.word[word_at(r, 2 * lane)] = code;
	}
}

/* Four words of four rows to four of four columns. */
static __device__ void turn_four(uint32_t *w)
{
	uint32_t a = __byte_perm(w[0], w[1], 0x5140),
		 b = __byte_perm(w[2], w[3], 0x5140);
	uint32_t c = __byte_perm(w[0], w[1], 0x7362),
		 d = __byte_perm(w[2], w[3], 0x7362);

	w[0] = __byte_perm(a, b, 0x5410);
	w[1] = __byte_perm(a, b, 0x7632);
	w[2] = __byte_perm(c, d, 0x5410);
	w[3] = __byte_perm(c, d, 0x7632);
}

/* Sixteen rows of four columns to each thread; eight of them store a line together. */
static __device__ void store_turned(const struct quantise &m, const struct tile &t,
				    int64_t i, int64_t j)
{
	int row = threadIdx.x % (SIDE / 16) * 16,
	    column = threadIdx.x / (SIDE / 16) * 4;
	uint32_t w[16];

#pragma unroll
	for (int r = 0; r < 16; r++)
		w[r] = t.word[word_at(row + r, column / 4)];
#pragma unroll
	for (int r = 0; r < 16; r += 4)
		turn_four(w + r);
#pragma unroll
	for (int c = 0; c < 4; c++) {
		uint8_t *to = m.qt + (j + column + c) * m.rows + i + row;

		*(uint4 *)to = uint4{ w[c], w[c + 4], w[c + 8], w[c + 12] };
	}
}

static __global__ void __launch_bounds__(THREADS) quantise(struct quantise m)
{
	__shared__ struct tile t;
	int64_t i = (int64_t)blockIdx.y * SIDE, j = (int64_t)blockIdx.x * SIDE;

	quantise_whole(m, t, i, j);
	__syncthreads();
	store_turned(m, t, i, j);
}

/* Any rows, columns and blocks, whose scales are there: a code at a time, by a warp
 * along a row of the tile, then along a column. */
static __global__ void __launch_bounds__(THREADS) quantise_any(struct quantise m)
{
	__shared__ uint8_t t[SIDE][SIDE + 4]; /* a column's codes lie in other banks */
	int64_t i = (int64_t)blockIdx.y * SIDE, j = (int64_t)blockIdx.x * SIDE;
	int n_rows = (int)min((int64_t)SIDE, m.rows - i),
	    n_cols = (int)min((int64_t)SIDE, m.cols - j);
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

	for (int c = lane; c < n_cols; c += 32) {
		const float *scale = m.scale + i * m.blocks + (j + c) / m.block;

#pragma unroll 4
		for (int r = warp; r < n_rows; r += THREADS / 32) {
			int64_t e = (i + r) * m.cols + j + c;
			float inverse = 1 / scale[r * m.blocks];

			m.q[e] = t[r][c] = (uint8_t)to_e4m3(low(m.x[e]) * inverse, 0);
		}
	}
	__syncthreads();
	for (int c = warp; c < n_cols; c += THREADS / 32)
		for (int r = lane; r < n_rows; r += 32)
			m.qt[(j + c) * m.rows + i + r] = t[r][c];
}

static int run(const struct aisp_io *io, void *state)
{
	struct quantise m = quantise_of(io);
	cudaStream_t stream = aisp_stream(io);
	bool is_whole = m.block == SIDE && m.cols % SIDE == 0 && m.rows % SIDE == 0;

	(void)state;
	if (!is_whole)
		start_find_scales(m, stream);
	(is_whole ? quantise
		  : quantise_any)<<<dim3((unsigned)aisp_ceil_div(m.cols, SIDE),
					 (unsigned)aisp_ceil_div(m.rows, SIDE)),
				    THREADS, 0, stream>>>(m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one read, both layouts from a tile of 128 x 128",
	.run = run,
};
