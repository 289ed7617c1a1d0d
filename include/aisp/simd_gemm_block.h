/* SPDX-License-Identifier: MIT
 *
 * simd_gemm_block.h - a block of simd_gemm.h's product, for each instruction set.
 */
#ifndef AISP_SIMD_GEMM_BLOCK_H
#define AISP_SIMD_GEMM_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* C[m][n] = or += A[m][k] B[k][n]. */
struct block {
	int64_t m, n, k;
	const float *a; /* rows of lda */
	int64_t lda;
	const float *b; /* rows of ldb */
	int64_t ldb;
	float *tiles;  /* of A, each packed to k columns of the kernel's rows */
	float *panels; /* of B, each packed to k rows of the kernel's columns */
	float *c;      /* rows of ldc */
	int64_t ldc;
	bool is_first;   /* C = rather than C += */
	bool is_packing; /* panels are yet to be filled; tiles always are */
};

/* Rows to come, of n elements. */
struct ahead {
	const float *at;
	int64_t ld, n;
};

struct kernel {
	int rows, vec, cols; /* of the tile; vec columns are a vector */
	void (*multiply)(const struct block *x);
};

static inline int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline void fetch(const struct ahead *x, int64_t r)
{
	const float *row = x->at + r * x->ld;

	for (int64_t j = 0; j < x->n; j += 16) /* cache lines of 64 bytes */
		__builtin_prefetch(row + j);
}

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx512f,prfchw,prefer-vector-width=512")
#define TILE(name) name##_avx512
#define VEC_BYTES  64
#define ROWS       8
#define VECS       3
#include <aisp/simd_gemm_tile.h>
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define TILE(name) name##_avx2
#define VEC_BYTES  32
#define ROWS       4
#define VECS       3
#include <aisp/simd_gemm_tile.h>
#pragma GCC pop_options
#define TILE(name) name##_portable
#define VEC_BYTES  16
#define ROWS       4
#define VECS       2
#else
#define TILE(name) name##_portable
#define VEC_BYTES  16
#define ROWS       8
#define VECS       3
#endif
#include <aisp/simd_gemm_tile.h>

static const struct kernel *best_kernel(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f"))
		return &kernel_avx512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return &kernel_avx2;
#endif
	return &kernel_portable;
}

#endif
