/* SPDX-License-Identifier: MIT
 *
 * coded_block.h - a block of 256 elements in the registers of a warp, 8 in each lane,
 * as they are and as bytes with a scale.
 */
#ifndef CODED_BLOCK_H
#define CODED_BLOCK_H

#include <aisp/peer_vectors.h>

#define LANE_ELEMS (BLOCK / 32)

/* A lane's elements of a block. */
struct eight {
	float v[LANE_ELEMS];

	__device__ void add(const struct eight &b)
	{
#pragma unroll
		for (int i = 0; i < LANE_ELEMS; i++)
			v[i] += b.v[i];
	}
};

static __device__ inline int64_t lane_vector(int64_t block)
{
	return block * (BLOCK / 4) + threadIdx.x % 32 * 2;
}

/* Reads a lane's elements of a block; zeros beyond the end of x. */
static __device__ inline struct eight read_eight(const vectors<const float> &x,
						 int64_t block)
{
	struct eight e;

	*(uint4 *)e.v = x.load(lane_vector(block));
	*(uint4 *)(e.v + 4) = x.load(lane_vector(block) + 1);
	return e;
}

static __device__ inline void write_eight(const vectors<float> &y, int64_t block,
					  const struct eight &e)
{
	y.store(lane_vector(block), *(const uint4 *)e.v);
	y.store(lane_vector(block) + 1, *(const uint4 *)(e.v + 4));
}

/* The last byte of the result is the nearest integer. */
static __device__ inline uint32_t code_of(float x, float up)
{
	return __float_as_uint(x * up + 0x1.8p23f);
}

static __device__ inline uint32_t four_codes(const float *v, float up)
{
	uint32_t low = __byte_perm(code_of(v[0], up), code_of(v[1], up), 0x0040);
	uint32_t high = __byte_perm(code_of(v[2], up), code_of(v[3], up), 0x0040);

	return __byte_perm(low, high, 0x5410);
}

/* A lane's codes of a block, and the scale, which all lanes have. */
struct coded {
	uint2 code;
	float scale;
};

/* All lanes of a warp call it. */
static __device__ inline struct coded encode(const struct eight &e)
{
	struct coded c;
	float top = 0, up;

#pragma unroll
	for (int i = 0; i < LANE_ELEMS; i++)
		top = fmaxf(top, fabsf(e.v[i]));
#pragma unroll
	for (int half = 16; half > 0; half /= 2)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, half));
	up = top > 0x1p-120f ? STEPS / top : 0;
	c.code.x = four_codes(e.v, up);
	c.code.y = four_codes(e.v + 4, up);
	c.scale = top / STEPS;
	return c;
}

static __device__ inline struct eight decode(const struct coded &c)
{
	struct eight e;

#pragma unroll
	for (int i = 0; i < LANE_ELEMS; i++) {
		uint32_t word = i < 4 ? c.code.x : c.code.y;

		e.v[i] = c.scale * (float)((int32_t)(word << (24 - i % 4 * 8)) >> 24);
	}
	return e;
}

#endif
