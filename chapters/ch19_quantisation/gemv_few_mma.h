/* SPDX-License-Identifier: MIT
 *
 * gemv_few_mma.h - weights in floating point of few bits as operands of tensor cores. A
 * warp has 16 rows of W and CHUNK columns at a time, of which each lane has 32 of two
 * rows.  x is one column of the other operand, which has 8: column h holds the elements
 * of the h-th 16 of the chunk and zeros else, so that the product keeps them apart
 * until they have met their scales.
 *
 * FORMAT has AHEAD, how many chunks are under way; WORDS, those of 32 weights;
 * unpack(), eight of them to four pairs; and scales(), two neighbours as fp32.
 */
#ifndef GEMV_FEW_MMA_H
#define GEMV_FEW_MMA_H

#include "gemv_rows.h"
#include "int4_mma.h"

#define CHUNK 128

struct matrix {
	const uint32_t *w;
	const uint8_t *scale;
	const uint4 *x;
	int rows, cols;
};

template <int SHIFT> static __device__ uint32_t shifted(uint32_t x)
{
	return SHIFT > 0 ? x << (SHIFT & 31) : x >> (-SHIFT & 31);
}

/* Both halves, exactly. */
static __device__ uint32_t times_2_126(uint32_t pair)
{
	asm("mul.rn.bf16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x7e807e80));
	return pair;
}

/*
 * Of both halves of q the bits from AT on, FRACTION, two of an exponent and a sign, as
 * bf16.  There the exponent's least is -126 and not 0, and numbers below 2^-126 have
 * the steps that these have below 1: a factor makes them right.
 */
template <int FRACTION, int AT> static __device__ uint32_t widen(uint32_t q)
{
	const uint32_t kept = ((4u << FRACTION) - 1) << (7 - FRACTION);
	uint32_t pair = (shifted<7 - FRACTION - AT>(q) & kept * 0x10001) |
			(shifted<13 - FRACTION - AT>(q) & 0x80008000);

	return times_2_126(pair);
}

/* 32 weights of a row, one after the other. */
template <class FORMAT> struct alignas(FORMAT::WORDS % 4 ? 8 : 16) codes {
	uint32_t word[FORMAT::WORDS];
};

/* Block j of a row; 0 behind the end. */
template <class FORMAT>
static __device__ struct codes<FORMAT> load_codes(const struct matrix &m, int row,
						  int j) {
	const struct codes<FORMAT> *w = (const struct codes<FORMAT> *)m.w;
	int blocks = m.cols / 32;

	return j < blocks ? w[(int64_t)min(row, m.rows - 1) * blocks + j]
			  : (struct codes<FORMAT>){};
}

/* Elements 16 h to 16 h + 15 of x, paired as weights are, where the lane has them. */
static __device__ void
load_vector(uint4 (&v)[2], const struct matrix &m, int h, bool is_mine)
{
	bool is_there = is_mine && h < m.cols / 16;

	v[0] = is_there ? pair_up(__ldg(m.x + 2 * h)) : uint4{ 0, 0, 0, 0 };
	v[1] = is_there ? pair_up(__ldg(m.x + 2 * h + 1)) : uint4{ 0, 0, 0, 0 };
}

/* 32 weights of each of two rows; those of the second 16 are other columns. */
template <class FORMAT>
static __device__ void add_chunk(float (&d)[4], const struct codes<FORMAT> &above,
				 const struct codes<FORMAT> &below,
				 const uint4 (&x)[2][2])
{
#pragma unroll
	for (int e = 0; e < 4; e++) {
		uint4 v = x[e / 2][e % 2];
		uint32_t p[4], q[4];

		FORMAT::unpack(p, above.word, e);
		FORMAT::unpack(q, below.word, e);
		multiply(d, p[0], q[0], p[1], q[1], v.x, v.y);
		multiply(d, p[2], q[2], p[3], q[3], v.z, v.w);
	}
}

/* The lane's part of rows `row` and `row` + 8, of AHEAD chunks from `first` on. */
template <class FORMAT>
static __device__ float2 add_chunks(const struct matrix &m, int row, int first)
{
	constexpr int AHEAD = FORMAT::AHEAD;
	struct codes<FORMAT> above[AHEAD], below[AHEAD];
	int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	float2 sum = { 0, 0 };

#pragma unroll
	for (int c = 0; c < AHEAD; c++) {
		above[c] = load_codes<FORMAT>(m, row, (first + c) * 4 + t);
		below[c] = load_codes<FORMAT>(m, row + 8, (first + c) * 4 + t);
	}
#pragma unroll
	for (int c = 0; c < AHEAD; c++) {
		float d[4] = {};
		uint4 x[2][2];
		float2 s;

		load_vector(x[0], m, (first + c) * 8 + g, g == 2 * t);
		load_vector(x[1], m, (first + c) * 8 + g, g == 2 * t + 1);
		add_chunk<FORMAT>(d, above[c], below[c], x);
		s = FORMAT::scales(m, row, (first + c) * 8 + 2 * t);
		sum.x += d[0] * s.x + d[1] * s.y;
		s = FORMAT::scales(m, row + 8, (first + c) * 8 + 2 * t);
		sum.y += d[2] * s.x + d[3] * s.y;
	}
	return sum;
}

template <class FORMAT>
static __global__ void __launch_bounds__(THREADS)
	gemv(float *restrict y, const struct matrix m)
{
	__shared__ float part[WARPS][TILE_ROWS];
	int warp = threadIdx.x / 32, tile = (int)blockIdx.x * TILE_ROWS;
	int chunks = (m.cols + CHUNK - 1) / CHUNK;
	float2 sum = { 0, 0 };

	for (int c = warp * FORMAT::AHEAD; c < chunks; c += WARPS * FORMAT::AHEAD) {
		float2 s = add_chunks<FORMAT>(m, tile + threadIdx.x % 32 / 4, c);

		sum = { sum.x + s.x, sum.y + s.y };
	}
	store_tile(y, part, sum, tile, m.rows);
}

template <class FORMAT> static int run_few(const struct aisp_io *io)
{
	struct matrix m = { (const uint32_t *)io->in[IN_WQ].data,
			    (const uint8_t *)io->in[IN_WS].data,
			    (const uint4 *)io->in[IN_X].data, (int)io->param[ROWS],
			    (int)io->param[COLS] };

	gemv<FORMAT><<<(unsigned)aisp_ceil_div(m.rows, TILE_ROWS), THREADS, 0,
		       aisp_stream(io)>>>(aisp_out_f32(io, 0), m);
	return aisp_launched();
}

#endif
