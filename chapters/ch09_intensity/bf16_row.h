/* SPDX-License-Identifier: MIT
 *
 * bf16_row.h - rows of bf16 in the registers of a block, and what its threads find
 * out about them together.
 *
 * A thread holds PER_THREAD elements in pieces of WIDTH neighbours: 8, or 16 bytes,
 * where rows begin at multiples of 16 bytes; else 1.
 */
#ifndef BF16_ROW_H
#define BF16_ROW_H

#include <aisp/cuda.h>

#define PER_THREAD   32
#define MOST_THREADS (MOST_COLS / PER_THREAD)

/* Two elements to a word, the first in the lower half. */
struct row {
	uint32_t word[PER_THREAD / 2];
};

static __device__ float low(uint32_t word)
{
	return __uint_as_float(word << 16);
}

static __device__ float high(uint32_t word)
{
	return __uint_as_float(word & 0xffff0000);
}

/* To nearest even. */
static __device__ uint32_t pack(float lo, float hi)
{
	uint32_t word;

	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(hi), "f"(lo));
	return word;
}

/* Of x, by the special unit: off by 2 units in the last place; 0 below 2^-126. */
static __device__ float power_of_two(float x)
{
	asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
	return x;
}

/* Where piece p of this thread begins. */
template <int WIDTH> static __device__ int piece_at(int p)
{
	return (p * (int)blockDim.x + (int)threadIdx.x) * WIDTH;
}

/* Elements behind the row's end are those of `filler`, a word. */
template <int WIDTH>
static __device__ row load_row(const uint16_t *x, int cols, uint32_t filler)
{
	row r;

#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = piece_at<WIDTH>(p);

		if constexpr (WIDTH == 8) {
			uint4 v = { filler, filler, filler, filler };

			if (j < cols)
				v = __ldg((const uint4 *)(x + j));
			r.word[4 * p] = v.x;
			r.word[4 * p + 1] = v.y;
			r.word[4 * p + 2] = v.z;
			r.word[4 * p + 3] = v.w;
		} else {
			uint32_t v = j < cols ? __ldg(x + j) : filler & 0xffff;

			r.word[p / 2] = p % 2 ? r.word[p / 2] | v << 16 : v;
		}
	}
	return r;
}

template <int WIDTH>
static __device__ void store_row(uint16_t *y, const row &r, int cols)
{
#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = piece_at<WIDTH>(p);

		if (j >= cols)
			break;
		if constexpr (WIDTH == 8)
			__stcs((uint4 *)(y + j),
			       uint4{ r.word[4 * p], r.word[4 * p + 1],
				      r.word[4 * p + 2], r.word[4 * p + 3] });
		else
			y[j] = (uint16_t)(r.word[p / 2] >> p % 2 * 16);
	}
}

struct plus {
	static constexpr float none = 0;

	static __device__ float of(float a, float b)
	{
		return a + b;
	}
};

struct larger {
	static constexpr float none = -INFINITY;

	static __device__ float of(float a, float b)
	{
		return fmaxf(a, b);
	}
};

template <typename OP> static __device__ float warp_reduce(float x)
{
#pragma unroll
	for (int half = 16; half > 0; half /= 2)
		x = OP::of(x, __shfl_xor_sync(~0u, x, half));
	return x;
}

/* Of the x of all threads, in all threads; the whole block must call it, once for each
 * PLACE of a kernel. */
template <typename OP, int PLACE = 0> static __device__ float block_reduce(float x)
{
	__shared__ float part[32];
	unsigned lane = threadIdx.x % 32, n_warps = blockDim.x / 32;

	x = warp_reduce<OP>(x);
	if (lane == 0)
		part[threadIdx.x / 32] = x;
	__syncthreads();
	return warp_reduce<OP>(lane < n_warps ? part[lane] : OP::none);
}

/* Of a block that holds a row. */
static unsigned row_threads(int64_t cols)
{
	return (unsigned)(32 * aisp_ceil_div(cols, 32 * PER_THREAD));
}

#endif
