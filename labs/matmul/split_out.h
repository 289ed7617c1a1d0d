/* SPDX-License-Identifier: MIT
 *
 * split_out.h - the tiles of split.h, and the way of their sums to C from a block that
 * multiplied all of k.
 */
#ifndef SPLIT_OUT_H
#define SPLIT_OUT_H

#include <aisp/hopper.h>
#include <cuda_bf16.h>

#define SPLIT_STEP 64                    /* elements of k in AISP_ROW_BYTES */
#define SPLIT_BAND (64 * AISP_ROW_BYTES) /* bytes of 64 rows */

/*
 * N tokens by ROWS of weights; PER_SM blocks on a multiprocessor; BOXES of SPLIT_STEP
 * in a stage.  A block has a warpgroup or two, of some BANDS of 64 rows each, and two
 * threads that fetch.
 */
template <int N_, int ROWS_, int PER_SM_, int BOXES_> struct split_plan {
	static constexpr int N = N_, ROWS = ROWS_, PER_SM = PER_SM_, BOXES = BOXES_;
	static constexpr int GROUPS = ROWS > 64 ? 2 : 1, BANDS = ROWS / 64 / GROUPS;
	static constexpr int FETCHER = GROUPS * AISP_GROUP, BLOCK = FETCHER + 64;
	static constexpr int W_BYTES = ROWS * AISP_ROW_BYTES;
	static constexpr int X_BYTES = N * AISP_ROW_BYTES;
	static constexpr int STAGE_BYTES = BOXES * (W_BYTES + X_BYTES);
	static constexpr int ROOM = (PER_SM == 1 ? 225 : 111) << 10;
	static constexpr int MOST_STAGES = ROOM / STAGE_BYTES;
	static constexpr int PITCH = ROWS + 4; /* of a token's sums; spreads banks */
	static constexpr int TOKEN_BYTES = PITCH * 4;
	/* Bytes that the others of `parts` blocks send to one. */
	static __host__ __device__ int sent_bytes(int parts)
	{
		return (parts - 1) * ((N + parts - 1) / parts) * TOKEN_BYTES;
	}
};

/* Of a block: its share of k, its tile. */
struct split_place {
	int part, parts;
	int row, token; /* the tile's first, of weights and tokens */
};

struct split_c {
	__nv_bfloat16 *data;
	int m, n;
};

/* A cluster lies along x, tiles of tokens along y, of weights along z. */
template <class P> static __device__ struct split_place split_here(void)
{
	return { (int)blockIdx.x, (int)gridDim.x, (int)blockIdx.z * P::ROWS,
		 (int)blockIdx.y * P::N };
}

/*
 * A warp's 16 rows of weights by 16 tokens at a time, across, then 16 bytes of a
 * token's row a thread.  n of C is a multiple of 8.
 */
template <class P>
static __device__ void split_turn_over(uint8_t *room, const float d[P::N / 2])
{
	int lane = threadIdx.x % 32;
	uint32_t to = (uint32_t)__cvta_generic_to_shared(room) +
		      (lane / 16 * 8 + lane % 8) * 32 + lane / 8 % 2 * 16;

#pragma unroll
	for (int i = 0; i < P::N / 2; i += 8) {
		__nv_bfloat162 x[4];

#pragma unroll
		for (int j = 0; j < 4; j++)
			x[j] = i + 2 * j < P::N / 2
				       ? __floats2bfloat162_rn(d[i + 2 * j],
							       d[i + 2 * j + 1])
				       : __floats2bfloat162_rn(0, 0);
		asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], "
			     "{%1, %2, %3, %4};" ::"r"(to + i * 64),
			     "r"(*(uint32_t *)&x[0]), "r"(*(uint32_t *)&x[1]),
			     "r"(*(uint32_t *)&x[2]), "r"(*(uint32_t *)&x[3])
			     : "memory");
	}
}

template <class P>
static __device__ void split_whole(uint8_t *room, const float d[P::BANDS][P::N / 2],
				   const struct split_place &p, const struct split_c &c)
{
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int row = p.row + warp / 4 * P::BANDS * 64 + warp % 4 * 16 + lane % 2 * 8;
	int n = min(P::N, c.m - p.token) * 2;

	room += warp * (P::N + 8) * 32;
#pragma unroll
	for (int b = 0; b < P::BANDS; b++, row += 64) {
		__syncwarp();
		split_turn_over<P>(room, d[b]);
		__syncwarp();
#pragma unroll 4
		for (int i = lane; i < n; i += 32)
			if (row < c.n)
				*(uint4 *)(c.data + (int64_t)(p.token + i / 2) * c.n +
					   row) = *(const uint4 *)(room + i * 16);
	}
}

#endif
