/* SPDX-License-Identifier: MIT
 *
 * int4_mma.h - weights of 4 bits as operands of tensor cores (E. Frantar et al.,
 * MARLIN, arXiv:2408.11743).
 */
#ifndef INT4_MMA_H
#define INT4_MMA_H

#include <aisp/cuda.h>

/* d += a b: 16x8 += 16x16 16x8. */
static __device__ void multiply(float (&d)[4], uint32_t a0, uint32_t a1, uint32_t a2,
				uint32_t a3, uint32_t b0, uint32_t b1)
{
	asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
	    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
	    : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
	    : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

/*
 * Weights i and i + 4 of a word: 128 + q in bf16, less 136.  To the compiler and-or
 * are two instructions, as there are two constants.
 */
static __device__ uint32_t unpack(uint32_t q, int i)
{
	uint32_t pair;

	asm("lop3.b32 %0, %1, %2, %3, 0xea;" /* %1 & %2 | %3 */
	    : "=r"(pair)
	    : "r"(q >> 4 * i), "r"(0x000f000f), "r"(0x43004300));
	asm("sub.rn.bf16x2 %0, %0, %1;" : "+r"(pair) : "r"(0x43084308));
	return pair;
}

/* Elements 0 and 4, 1 and 5, 2 and 6, 3 and 7 of eight. */
static __device__ uint4 pair_up(uint4 x)
{
	return { __byte_perm(x.x, x.z, 0x5410), __byte_perm(x.x, x.z, 0x7632),
		 __byte_perm(x.y, x.w, 0x5410), __byte_perm(x.y, x.w, 0x7632) };
}

#endif
