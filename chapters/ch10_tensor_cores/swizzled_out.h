/* SPDX-License-Identifier: MIT
 *
 * swizzled_out.h - the way of a warp's sums to memory: 16 rows of them, in pieces of
 * AISP_ROW_BYTES a row, through shared memory, which the tensor memory accelerator
 * empties while the warp goes on.
 */
#ifndef SWIZZLED_OUT_H
#define SWIZZLED_OUT_H

#include "tiles.h"
#include <cuda_bf16.h>

static __device__ uint32_t pack(float2 x)
{
	__nv_bfloat162 both = __float22bfloat162_rn(x);

	return *(uint32_t *)&both;
}

static __device__ uint32_t place_of(const uint8_t *piece, int row, int c)
{
	return (uint32_t)__cvta_generic_to_shared(piece + row * AISP_ROW_BYTES +
						  (c ^ row % 8) * 16);
}

/* Stores two 8 x 8 blocks side by side and the two below. */
static __device__ void store_blocks(uint8_t *piece, int block, const uint32_t x[4])
{
	int lane = threadIdx.x % 32;

	asm volatile(
		"stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::
			"r"(place_of(piece, lane % 16, block + lane / 16)),
		"r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3])
		: "memory");
}

static __device__ void store_pair(uint8_t *piece, int row, int col, float2 x)
{
	asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(
			     place_of(piece, row, col / 4) + col % 4 * 4),
		     "f"(x.x), "f"(x.y)
		     : "memory");
}

/*
 * 16 rows and as many columns, from `col`, as a piece has.  f(x, col) makes of the
 * sums of columns col and col + 1 what is stored.
 */
template <class P, class F>
static __device__ void store_piece(uint8_t *piece, const float *d, int col, const F &f)
{
	int lane = threadIdx.x % 32, own = lane % 4 * 2;

#pragma unroll
	for (int j = 0; j < AISP_ROW_BYTES / P::OUT_BYTES / 8; j += 2) {
		float2 x[4];

#pragma unroll
		for (int i = 0; i < 4; i++)
			x[i] = f(make_float2(d[j * 4 + 2 * i], d[j * 4 + 2 * i + 1]),
				 col + (j + i / 2) * 8 + own);
		if constexpr (P::OUT_BYTES == 2) {
			const uint32_t y[] = { pack(x[0]), pack(x[1]), pack(x[2]),
					       pack(x[3]) };

			store_blocks(piece, j, y);
		} else {
#pragma unroll
			for (int i = 0; i < 4; i++)
				store_pair(piece, lane / 4 + i % 2 * 8,
					   (j + i / 2) * 8 + own, x[i]);
		}
	}
}

/*
 * A warp's 16 rows, piece by piece, each as soon as its place is free.  If they do not
 * divide, the last piece has columns of the one before it as well.
 */
template <class P, class F>
static __device__ void store_rows(uint8_t *out, const CUtensorMap *c,
				  const float d[P::N / 2], int row, int col, const F &f)
{
	constexpr int cols = AISP_ROW_BYTES / P::OUT_BYTES;

#pragma unroll
	for (int i = 0; i < (P::N + cols - 1) / cols; i++) {
		int first = i * cols < P::N - cols ? i * cols : P::N - cols;
		uint8_t *piece = out + i % P::PIECES * P::PIECE_BYTES;
		int32_t corner[] = { col + first, row };

		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<P::PIECES - 1>());
		__syncwarp();
		store_piece<P>(piece, d + first / 2, col + first, f);
		ptx::fence_proxy_async(ptx::space_shared);
		__syncwarp();
		if (threadIdx.x % 32 == 0) {
			ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared,
						  c, corner, piece);
			ptx::cp_async_bulk_commit_group();
		}
	}
}

/* Shared memory must stay until it was read. */
static __device__ void store_end(void)
{
	if (threadIdx.x % 32 == 0)
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

/* The sums as they are. */
struct as_is {
	__device__ float2 operator()(float2 x, int) const
	{
		return x;
	}
};

#endif
