/* SPDX-License-Identifier: MIT
 *
 * low_formats.h - weights of 8 and of 4 bits as operands of tensor cores, and x as they
 * meet it.  A lane reads words of weights as they lie; what it makes of a word are
 * pairs of bf16 whose places along the depth are not neighbours.  Numbers of x change
 * places instead, in shared memory: within UNIT pieces of 16 bytes, the same for each
 * row.  So no weight is moved by itself.
 */
#ifndef LOW_FORMATS_H
#define LOW_FORMATS_H

#include <aisp/hopper.h>
#include <aisp/ldmatrix.h>
#include <aisp/tma.h>

#define HALF_GROUP 64 /* of k: what is unpacked at a time; a group has two */
#define STEPS      4  /* of 16 of k in HALF_GROUP */

/* Scales of a matrix of weights: a row of them for each BLOCK of its rows. */
struct scales {
	const void *data;
	int rows, groups; /* of weights, and in a row */
};

/* How weights are loaded: how many stages at once, band after band, and how much L2
 * fetches. */
struct one_by_one {
	static constexpr int AT_ONCE = 1;
	static constexpr CUtensorMapL2promotion AHEAD =
		CU_TENSOR_MAP_L2_PROMOTION_L2_128B;
};

/* Elements 0 and 4, 1 and 5, ... of eight. */
static __device__ uint4 pair_up(uint4 x)
{
	return { __byte_perm(x.x, x.z, 0x5410), __byte_perm(x.x, x.z, 0x7632),
		 __byte_perm(x.y, x.w, 0x5410), __byte_perm(x.y, x.w, 0x7632) };
}

/* (a & mask) | b */
static __device__ uint32_t keep_or(uint32_t a, uint32_t mask, uint32_t b)
{
	uint32_t x;

	asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(x) : "r"(a), "r"(mask), "r"(b));
	return x;
}

/*
 * Numbers of 8 bits, e4m3, with a scale in fp32 for each block of 128 x 128.  In bf16
 * their exponents begin at -126 and not at -6: a factor of 2^120 makes that right, of
 * numbers below the normal ones, too.
 */
struct e4m3_blocks : one_by_one {
	static constexpr int ROW = 128; /* weights in AISP_ROW_BYTES */
	static constexpr int UNIT = 2;  /* pieces within which x changes places */

	static __device__ uint32_t widen(uint32_t signs, uint32_t rest)
	{
		uint32_t pair = keep_or(signs, 0x80008000, rest & 0x07f007f0);

		asm("mul.rn.bf16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x7b807b80));
		return pair;
	}
	/* Bytes 0 and 2, 1 and 3 of a word of row g, and of one of row g + 8. */
	static __device__ void unpack(uint32_t (&a)[4], uint32_t above, uint32_t below)
	{
		a[0] = widen(above << 8, above << 4);
		a[1] = widen(below << 8, below << 4);
		a[2] = widen(above, above >> 4);
		a[3] = widen(below, below >> 4);
	}
	/* HALF_GROUP weights of 16 rows: `at` is the address of the lane's piece. */
	static __device__ void unpack_half(uint32_t (&a)[STEPS][4], const uint8_t *rows,
					   int piece, int half)
	{
#pragma unroll
		for (int i = 0; i < 2; i++) {
			uint32_t w[4];

			aisp_load_matrices(w, rows + ((4 * half + 2 * i) ^ piece) * 16);
			unpack(a[2 * i], w[0], w[1]);
			unpack(a[2 * i + 1], w[2], w[3]);
		}
	}
	static __device__ void turn(uint4 (&x)[UNIT])
	{
		uint4 a = x[0], b = x[1];

		x[0] = { __byte_perm(a.x, a.y, 0x5410), __byte_perm(a.z, a.w, 0x5410),
			 __byte_perm(b.x, b.y, 0x5410), __byte_perm(b.z, b.w, 0x5410) };
		x[1] = { __byte_perm(a.x, a.y, 0x7632), __byte_perm(a.z, a.w, 0x7632),
			 __byte_perm(b.x, b.y, 0x7632), __byte_perm(b.z, b.w, 0x7632) };
	}
	static __device__ float scale(const struct scales &s, int row, int group)
	{
		return __ldg((const float *)s.data + (int64_t)(row / 128) * s.groups +
			     group);
	}
};

/* Numbers of 4 bits, q - 8, with a scale in bf16 for each group of 128 of a row. */
struct int4_groups : one_by_one {
	static constexpr int ROW = 256;
	static constexpr int UNIT = 4;

	/* Weights i and i + 4 of a word: 128 + q in bf16, less 136. */
	static __device__ uint32_t widen(uint32_t q)
	{
		uint32_t pair = keep_or(q, 0x000f000f, 0x43004300);

		asm("sub.rn.bf16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x43084308));
		return pair;
	}
	static __device__ void unpack(uint32_t (&a)[2][4], uint32_t above,
				      uint32_t below)
	{
#pragma unroll
		for (int i = 0; i < 4; i++) {
			a[i / 2][i % 2 * 2] = widen(above >> 4 * i);
			a[i / 2][i % 2 * 2 + 1] = widen(below >> 4 * i);
		}
	}
	static __device__ void unpack_half(uint32_t (&a)[STEPS][4], const uint8_t *rows,
					   int piece, int half)
	{
		uint32_t w[4];

		aisp_load_matrices(w, rows + (2 * half ^ piece) * 16);
		unpack(*(uint32_t(*)[2][4])a, w[0], w[1]);
		unpack(*(uint32_t(*)[2][4])(a + 2), w[2], w[3]);
	}
	static __device__ void turn(uint4 (&x)[UNIT])
	{
		uint4 a = pair_up(x[0]), b = pair_up(x[1]), c = pair_up(x[2]),
		      d = pair_up(x[3]);

		x[0] = { a.x, b.x, c.x, d.x };
		x[1] = { a.y, b.y, c.y, d.y };
		x[2] = { a.z, b.z, c.z, d.z };
		x[3] = { a.w, b.w, c.w, d.w };
	}
	static __device__ float scale(const struct scales &s, int row, int group)
	{
		uint32_t x = __ldg((const uint16_t *)s.data + (int64_t)row * s.groups +
				   group);

		return __uint_as_float(x << 16);
	}
};

#endif
