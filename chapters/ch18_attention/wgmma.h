/* SPDX-License-Identifier: MIT
 *
 * wgmma.h - products of bf16 tiles by a warpgroup (compute capability 9.0), from
 * shared memory or registers, into registers, asynchronously.
 *
 * Accumulators of 64 x n: thread t has the rows 16 (t / 32) + t % 32 / 4 + {0, 8}, in
 * pairs of columns: d[4 i], d[4 i + 1] in the first and d[4 i + 2], d[4 i + 3] in the
 * second row at columns 8 i + 2 (t % 4) and the one after.
 */
#ifndef WGMMA_H
#define WGMMA_H

#include "boxes.h"

/* The sum runs across the rows; `next` bytes further lie the columns from 64 on. */
static __device__ inline uint64_t descriptor_across(const void *tile, unsigned next)
{
	uint64_t address = shared_address(tile);

	return (address & 0x3ffff) >> 4 | (uint64_t)(next >> 4) << 16 |
	       (uint64_t)(1024 >> 4) << 32 | (uint64_t)1 << 62;
}

/* The compiler may not move uses of d across this. */
template <int N> static __device__ inline void hold(float (&d)[N])
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("" : "+f"(d[i])::"memory");
}

template <int N> static __device__ inline void hold(uint32_t (&d)[N])
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("" : "+r"(d[i])::"memory");
}

/* Nor may the assembler, which moves waits up past arithmetic but not past a trap:
 * whatever is waited for next, x comes first.  x is not negative. */
static __device__ inline void stay(float x)
{
	asm volatile("{\n\t.reg .pred p;\n\t"
		     "setp.lt.f32 p, %0, 0f00000000;\n\t@p trap;\n\t}" ::"f"(x)
		     : "memory");
}

#define D4(i)          "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i)         D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
#define D32            D16(0), D16(16)
#define D64            D32, D16(32), D16(48)
#define D128           D64, D16(64), D16(80), D16(96), D16(112)
#define P(tens, units) "%" #tens #units ", "
#define P10(t)                                                                         \
	P(t, 0) P(t, 1) P(t, 2) P(t, 3) P(t, 4) P(t, 5) P(t, 6) P(t, 7) P(t, 8) P(t, 9)
#define P16     P10() P(1, 0) P(1, 1) P(1, 2) P(1, 3) P(1, 4) "%15"
#define P30     P10() P10(1) P10(2)
#define P32     P30 P(3, 0) "%31"
#define P60     P30 P10(3) P10(4) P10(5)
#define P64     P60 P(6, 0) P(6, 1) P(6, 2) "%63"
#define P120    P60 P10(6) P10(7) P10(8) P10(9) P10(10) P10(11)
#define P128    P120 P(12, 0) P(12, 1) P(12, 2) P(12, 3) P(12, 4) P(12, 5) P(12, 6) "%127"
#define NAME(n) "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.bf16.bf16 "

/* d = a b + d if is_more; b[k][n]: its sum runs across the rows. */
static __device__ inline void multiply(float (&d)[64], const uint32_t *a, uint64_t b,
				       int is_more)
{
	asm volatile(
		"{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %69, 0;\n\t" NAME(
			128) "{" P64 "}, {%64, %65, %66, %67}, %68, p, 1, 1, 1;\n\t}"
		: D64
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(is_more));
}

static __device__ inline void multiply(float (&d)[32], const uint32_t *a, uint64_t b,
				       int is_more)
{
	asm volatile(
		"{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %37, 0;\n\t" NAME(
			64) "{" P32 "}, {%32, %33, %34, %35}, %36, p, 1, 1, 1;\n\t}"
		: D32
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(is_more));
}

/* d = a b + d if is_more; b[k][n]: only its sum runs across the rows. */
static __device__ inline void multiply_across(float (&d)[128], uint64_t a, uint64_t b,
					      int is_more)
{
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %130, 0;\n\t" NAME(
			     256) "{" P128 "}, %128, %129, p, 1, 1, 0, 1;\n\t}"
		     : D128
		     : "l"(a), "l"(b), "r"(is_more));
}

#endif
