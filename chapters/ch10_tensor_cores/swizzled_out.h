/* SPDX-License-Identifier: MIT
 *
 * swizzled_out.h - the way of a warp's sums to memory: 16 rows of them, in pieces of
 * ROW_BYTES, through shared memory, which the tensor memory accelerator empties.
 */
#ifndef SWIZZLED_OUT_H
#define SWIZZLED_OUT_H

#include "hopper.h"
#include <cuda_bf16.h>

#define PIECE_BYTES (16 * ROW_BYTES)

static __device__ uint32_t pack(float lo, float hi)
{
	__nv_bfloat162 x = __floats2bfloat162_rn(lo, hi);

	return *(uint32_t *)&x;
}

/* Two columns' 8 x 8 blocks of 16 rows. */
static __device__ void store_blocks(uint8_t *piece, int block, const float d[8])
{
	int lane = threadIdx.x % 32, row = lane % 16, c = block + lane / 16;
	uint32_t at = (uint32_t)__cvta_generic_to_shared(piece + row * ROW_BYTES +
							 (c ^ row % 8) * 16);

	asm volatile(
		"stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::
			"r"(at),
		"r"(pack(d[0], d[1])), "r"(pack(d[2], d[3])), "r"(pack(d[4], d[5])),
		"r"(pack(d[6], d[7]))
		: "memory");
}

/* A warp's 16 rows, piece by piece, each as soon as its place is free. */
template <class P>
static __device__ void store_tile(uint8_t *out, const CUtensorMap *c,
				  const float d[SUMS], int row, int col)
{
	constexpr int cols = ROW_BYTES / 2, n = TILE_N / cols;

#pragma unroll
	for (int i = 0; i < n; i++) {
		uint8_t *piece = out + i % P::PIECES * PIECE_BYTES;
		int32_t corner[] = { col + i * cols, row };

		if (threadIdx.x % 32 == 0)
			ptx::cp_async_bulk_wait_group_read(ptx::n32_t<P::PIECES - 1>());
		__syncwarp();
#pragma unroll
		for (int j = 0; j < cols / 8; j += 2)
			store_blocks(piece, j, d + (i * cols / 8 + j) * 4);
		ptx::fence_proxy_async(ptx::space_shared);
		__syncwarp();
		if (threadIdx.x % 32 == 0) {
			ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared,
						  c, corner, piece);
			ptx::cp_async_bulk_commit_group();
		}
	}
}

#endif
