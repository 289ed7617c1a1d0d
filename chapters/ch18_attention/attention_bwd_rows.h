/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_rows.h - before and after the blocks of keys of a backward pass: each
 * query's d = do o and lse, and the sums dq in fp32, to which blocks add and which
 * become bf16 at the end.
 *
 * dq lies in tiles of 64 x 64 in the order of accumulators: of thread t of 128, numbers
 * 4 g to 4 g + 3 are the 16 bytes at 128 g + t.
 */
#ifndef ATTENTION_BWD_ROWS_H
#define ATTENTION_BWD_ROWS_H

#include <aisp/bf16_words.h>
#include <aisp/cuda.h>
#include <aisp/warp.h>

#define LOG2_E     0x1.715476p0f
#define TILE_ELEMS 4096 /* of dq: 64 x 64 */
#define PAD        128  /* rows of a head are rounded up to */

/* Queries that a block takes at a time; dq of so many is two tiles: halves of the
 * columns or of the rows. */
template <int DIM> constexpr int queries_of = DIM == 64 ? 128 : 64;

/* Scratch of all blocks.  Rows from seq on have lse = infinity, so that their weights
 * are 0. */
struct sums_of {
	float *lse, *d; /* [heads][padded]; lse as a power of two */
	float *dq;
	unsigned *turn;  /* of each tile of dq: blocks that have added to it */
	unsigned *taken; /* blocks of keys that are in work or done */
	int heads, seq, padded;
	int at_once; /* blocks of a head's keys that wait for each other */
};

static inline sums_of sums_in(const struct aisp_io *io)
{
	sums_of s = {};
	int64_t rows, dim = io->in[0].shape[2];

	s.heads = (int)io->in[0].shape[0];
	s.seq = (int)io->in[0].shape[1];
	s.padded = (int)aisp_ceil_div(s.seq, PAD) * PAD;
	rows = (int64_t)s.heads * s.padded;
	s.dq = (float *)io->workspace;
	s.lse = s.dq + rows * dim;
	s.d = s.lse + rows;
	s.taken = (unsigned *)(s.d + rows);
	s.turn = s.taken + 64;
	return s;
}

/* Of the block's queries m and half: where its tile of dq begins, in tiles. */
template <int DIM>
static __device__ int64_t tile_of(const sums_of &s, int head, int m, int half)
{
	return ((int64_t)head * (s.padded / queries_of<DIM>)+m) * 2 + half;
}

/* Threads for 16 bytes each of a row; all scratch gets its first values. */
template <int DIM>
static __global__ void __launch_bounds__(256)
	begin_rows(const sums_of s, const uint4 *restrict of, const uint4 *restrict o,
		   const float *restrict lse)
{
	int at = threadIdx.x % (DIM / 8), head = blockIdx.y;
	int row = (int)(blockIdx.x * blockDim.x + threadIdx.x) / (DIM / 8);
	int64_t place = (int64_t)head * s.padded + row;
	bool is_there = row < s.seq;
	float sum = 0;

	if (is_there) {
		int64_t from = ((int64_t)head * s.seq + row) * (DIM / 8) + at;
		uint4 x = of[from], y = o[from];

		sum = low(x.x) * low(y.x) + high(x.x) * high(y.x) +
		      low(x.y) * low(y.y) + high(x.y) * high(y.y) +
		      low(x.z) * low(y.z) + high(x.z) * high(y.z) +
		      low(x.w) * low(y.w) + high(x.w) * high(y.w);
	}
	for (int half = DIM / 16; half > 0; half /= 2)
		sum += __shfl_xor_sync(~0u, sum, half);
	((float4 *)s.dq)[place * (DIM / 4) + at] = float4{ 0, 0, 0, 0 };
	((float4 *)s.dq)[place * (DIM / 4) + DIM / 8 + at] = float4{ 0, 0, 0, 0 };
	if (at == 0) {
		s.d[place] = sum;
		s.lse[place] =
			is_there ? lse[(int64_t)head * s.seq + row] * LOG2_E : INFINITY;
	}
	if (at == 1 && row % queries_of<DIM> < 2)
		s.turn[tile_of<DIM>(s, head, row / queries_of<DIM>,
				    row % queries_of<DIM>)] = 0;
	if (at == 2 && place == 0)
		*s.taken = 0;
}

/* A tile of dq, times scale. */
template <int DIM>
static __global__ void __launch_bounds__(256)
	end_rows(uint16_t *restrict dq, const sums_of s, float scale)
{
	__shared__ uint32_t tile[64][36]; /* pairs; rows of 16 bytes, banks differ */
	int m_tiles = s.padded / queries_of<DIM>, half = blockIdx.x % 2;
	int m = blockIdx.x / 2 % m_tiles, head = blockIdx.x / 2 / m_tiles;
	int row = m * queries_of<DIM> + (DIM == 64 ? 64 * half : 0);
	const float4 *from = (const float4 *)s.dq + (int64_t)blockIdx.x * 1024;

	for (int i = threadIdx.x; i < 1024; i += 256) {
		int t = i % 128, y = t / 32 * 16 + t % 32 / 4, x = i / 128 * 4 + t % 4;
		float4 v = from[i];

		tile[y][x] = pack(v.x * scale, v.y * scale);
		tile[y + 8][x] = pack(v.z * scale, v.w * scale);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 512; i += 256) {
		int y = i / 8, x = (DIM == 64 ? 0 : 64 * half) + i % 8 * 8;

		if (row + y < s.seq)
			*(uint4 *)(dq + ((int64_t)head * s.seq + row + y) * DIM + x) =
				*(const uint4 *)&tile[y][i % 8 * 4];
	}
}

template <int DIM> static void launch_begin(const struct aisp_io *io, const sums_of &s)
{
	dim3 grid((unsigned)(s.padded / (256 / (DIM / 8))), (unsigned)s.heads);

	begin_rows<DIM><<<grid, 256, 0, aisp_stream(io)>>>(
		s, (const uint4 *)io->in[DO].data, (const uint4 *)io->in[O].data,
		(const float *)io->in[LSE].data);
}

template <int DIM> static void launch_end(const struct aisp_io *io, const sums_of &s)
{
	int tiles = s.heads * (s.padded / queries_of<DIM>)*2;

	end_rows<DIM><<<tiles, 256, 0, aisp_stream(io)>>>((uint16_t *)io->out[DQ].data,
							  s, 1 / sqrtf((float)DIM));
}

#endif
