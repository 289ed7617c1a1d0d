/* SPDX-License-Identifier: MIT
 *
 * f64_warp.h - C = A B^T in fp64 by tensor cores: a block has 128 x 128 sums, a warp
 * 64 x 32 of them in registers.
 *
 * A sum does not ask for the order of k, if A's and B's are the same.  So where the
 * instruction wants numbers that lie 4 apart from a lane, it gets neighbours, 16 bytes
 * with one load.
 */
#ifndef F64_WARP_H
#define F64_WARP_H

#include <aisp/cuda.h>

#define TILE   128 /* rows of A and of B */
#define DOWN   64  /* a warp's rows of A */
#define ACROSS 32  /* and of B */
#define BAND   8   /* tiles, down, that are multiplied at a time */

/* Tiles of 8 x 8 sums, of which a lane has two neighbours. */
typedef double f64_sums[DOWN / 8][ACROSS / 8][2];

/* Of 16 x 8 sums and 16 of k (compute capability 9.0). */
struct wide_mma {
	/* Numbers of A come by twos: of a row and of that 8 below. */
	static __device__ void add(double d[2], double below[2], const double a[4],
				   const double a_below[4], const double b[4])
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
			     "{%0, %1, %2, %3}, "
			     "{%4, %5, %6, %7, %8, %9, %10, %11}, "
			     "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
			     : "+d"(d[0]), "+d"(d[1]), "+d"(below[0]), "+d"(below[1])
			     : "d"(a[0]), "d"(a_below[0]), "d"(a[1]), "d"(a_below[1]),
			       "d"(a[2]), "d"(a_below[2]), "d"(a[3]), "d"(a_below[3]),
			       "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
	}
};

/*
 * A lane's four numbers of 16 of k: pieces of 16 bytes; four lanes share a row.  IN
 * says which one, of eight, and where its pieces lie.
 */
template <class IN>
static __device__ void f64_load(double x[4], const double *tile, int row, int piece)
{
	int lane = threadIdx.x % 32;
	double2 low, high;

	row += IN::row_of(lane / 4);
	piece += lane % 4;
	low = *(const double2 *)(tile + IN::place(row, piece));
	high = *(const double2 *)(tile + IN::place(row, piece + 4));
	x[0] = low.x, x[1] = low.y, x[2] = high.x, x[3] = high.y;
}

/* MMA adds 16 x 8 products of 16 of k. */
template <class MMA, class IN>
static __device__ void f64_multiply(f64_sums d, const double *a, const double *b)
{
#pragma unroll
	for (int k = 0; k < IN::PIECES; k += 8) {
		double x[2][4], y[ACROSS / 8][4];

#pragma unroll
		for (int j = 0; j < ACROSS / 8; j++)
			f64_load<IN>(y[j], b, 8 * j, k);
#pragma unroll
		for (int i = 0; i < DOWN / 8; i += 2) {
			f64_load<IN>(x[0], a, 8 * i, k);
			f64_load<IN>(x[1], a, 8 * i + 8, k);
#pragma unroll
			for (int j = 0; j < ACROSS / 8; j++)
				MMA::add(d[i][j], d[i + 1][j], x[0], x[1], y[j]);
		}
	}
}

/* Where the warp's sums begin in C. */
struct f64_corner {
	double *c;
	int64_t row, col, m, n;
};

template <class IN>
static __device__ void f64_store(const struct f64_corner &at, const f64_sums d)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < DOWN / 8; i++)
#pragma unroll
		for (int j = 0; j < ACROSS / 4; j++) {
			int64_t r = at.row + 8 * i + IN::row_of(lane / 4);
			int64_t s =
				at.col + j / 2 * 8 + IN::row_of(lane % 4 * 2 + j % 2);

			if (r < at.m && s < at.n)
				at.c[r * at.n + s] = d[i][j / 2][j % 2];
		}
}

/* The block's tile: bands of BAND rows of tiles, column by column. */
static __device__ int2 f64_tile(int64_t m, int64_t n)
{
	int down = (int)((m + TILE - 1) / TILE), across = (int)((n + TILE - 1) / TILE);
	int band = blockIdx.x / (BAND * across) * BAND;
	int rows = min(BAND, down - band), i = blockIdx.x - band * across;

	return make_int2((band + i % rows) * TILE, i / rows * TILE);
}

/* A warp's corner of the tile. */
static __device__ struct f64_corner f64_corner_of(double *c, int2 tile, int warp,
						  int64_t m, int64_t n)
{
	return { c, tile.x + warp % 2 * DOWN, tile.y + warp / 2 * ACROSS, m, n };
}

static unsigned f64_tiles(const struct aisp_io *io)
{
	return (unsigned)(aisp_ceil_div(io->param[M], TILE) *
			  aisp_ceil_div(io->param[N], TILE));
}

#endif
