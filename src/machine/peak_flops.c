/* SPDX-License-Identifier: MIT
 *
 * peak_flops.c - multiply-adds only, in enough independent chains to hide their
 * latency, for each type and instruction set.
 *
 * Chains: latency times instructions a cycle, 4 x 2 on recent x86 and 4 x 4 on
 * wide arm64 cores.  Of AVX2's 16 registers, 12 chains leave room for both factors.
 */
#include "peak_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define REG "+v"
#elif defined(__aarch64__)
#include <arm_neon.h>
#define REG "+w"
#else
#define REG "+m"
#endif

/* Tell the compiler that the value is used, and that it may have changed. */
#define KEEP(v)            __asm__ volatile("" : REG(v))
#define TARGET(isa)        __attribute__((target(isa)))
#define VECTOR(type, size) __attribute__((vector_size(size))) type

typedef VECTOR(float, 16) f32x4;
typedef VECTOR(double, 16) f64x2;
typedef VECTOR(int32_t, 16) i32x4;
typedef VECTOR(int64_t, 16) i64x2;

/*
 * N chains of STEP over vectors of type V.  X and Y, the factors, keep acc * x +
 * y near 1: nothing overflows or becomes subnormal.
 */
#define CHAINS(NAME, TGT, V, N, X, Y, STEP)                                            \
	TGT static void NAME(long loops)                                               \
	{                                                                              \
		V acc[N], x = (V){ 0 } + (X), y = (V){ 0 } + (Y);                      \
                                                                                       \
		KEEP(x);                                                               \
		KEEP(y);                                                               \
		_Pragma("GCC unroll 16") for (int i = 0; i < N; i++) acc[i] = x;       \
		for (long l = 0; l < loops; l++) {                                     \
			_Pragma("GCC unroll 16") for (int i = 0; i < N; i++)           \
			{                                                              \
				acc[i] = STEP;                                         \
				KEEP(acc[i]);                                          \
			}                                                              \
		}                                                                      \
	}

#define FMA acc[i] * x + y
#define ADD acc[i] + x

CHAINS(f32_base, , f32x4, 12, 0.999f, 0.001f, FMA)
CHAINS(f64_base, , f64x2, 12, 0.999, 0.001, FMA)
CHAINS(i32_base, , i32x4, 12, 3, 0, ADD)
CHAINS(i64_base, , i64x2, 12, 3, 0, ADD)

#if defined(__x86_64__)

#define AVX2   TARGET("avx2")
#define FMA3   TARGET("fma")
#define AVX512 TARGET("avx512f")

typedef VECTOR(float, 32) f32x8;
typedef VECTOR(double, 32) f64x4;
typedef VECTOR(int32_t, 32) i32x8;
typedef VECTOR(int64_t, 32) i64x4;
typedef VECTOR(float, 64) f32x16;
typedef VECTOR(double, 64) f64x8;
typedef VECTOR(int32_t, 64) i32x16;
typedef VECTOR(int64_t, 64) i64x8;

CHAINS(f32_fma, FMA3, f32x8, 12, 0.999f, 0.001f, FMA)
CHAINS(f64_fma, FMA3, f64x4, 12, 0.999, 0.001, FMA)
CHAINS(i32_avx2, AVX2, i32x8, 12, 3, 0, ADD)
CHAINS(i64_avx2, AVX2, i64x4, 12, 3, 0, ADD)
CHAINS(f32_avx512, AVX512, f32x16, 16, 0.999f, 0.001f, FMA)
CHAINS(f64_avx512, AVX512, f64x8, 16, 0.999, 0.001, FMA)
CHAINS(i32_avx512, AVX512, i32x16, 16, 3, 0, ADD)
CHAINS(i64_avx512, AVX512, i64x8, 16, 3, 0, ADD)

/* Halves of 0.9995 and 0.00049. */
CHAINS(f16_avx512, TARGET("avx512fp16"), __m512i, 16, 0x3bff3bff3bff3bffLL,
       0x1000100010001000LL,
       (__m512i)_mm512_fmadd_ph((__m512h)acc[i], (__m512h)x, (__m512h)y))
CHAINS(bf16_avx512, TARGET("avx512bf16"), __m512, 16, 1.0f, 1.0f,
       _mm512_dpbf16_ps(acc[i], (__m512bh)x, (__m512bh)y))
CHAINS(i8_avx512, TARGET("avx512vnni"), __m512i, 16, 0x0101010101010101LL,
       0x0101010101010101LL, _mm512_dpbusd_epi32(acc[i], x, y))
CHAINS(i8_avx, TARGET("avxvnni"), __m256i, 12, 0x0101010101010101LL,
       0x0101010101010101LL, _mm256_dpbusd_avx_epi32(acc[i], x, y))

const struct aisp_flops_kernel aisp_flops_kernels[] = {
	{ AISP_F32, "avx512f", 16 * 16 * 2, f32_avx512 },
	{ AISP_F32, "fma", 12 * 8 * 2, f32_fma },
	{ AISP_F32, "sse2", 12 * 4 * 2, f32_base },
	{ AISP_F64, "avx512f", 16 * 8 * 2, f64_avx512 },
	{ AISP_F64, "fma", 12 * 4 * 2, f64_fma },
	{ AISP_F64, "sse2", 12 * 2 * 2, f64_base },
	{ AISP_F16, "avx512_fp16", 16 * 32 * 2, f16_avx512 },
	{ AISP_BF16, "avx512_bf16", 16 * 32 * 2, bf16_avx512 },
	{ AISP_I8, "avx512_vnni", 16 * 64 * 2, i8_avx512 },
	{ AISP_I8, "avx_vnni", 12 * 32 * 2, i8_avx },
	{ AISP_I32, "avx512f", 16 * 16, i32_avx512 },
	{ AISP_I32, "avx2", 12 * 8, i32_avx2 },
	{ AISP_I32, "sse2", 12 * 4, i32_base },
	{ AISP_I64, "avx512f", 16 * 8, i64_avx512 },
	{ AISP_I64, "avx2", 12 * 4, i64_avx2 },
	{ AISP_I64, "sse2", 12 * 2, i64_base },
	{ .run = NULL },
};

#elif defined(__aarch64__)

/* These have 32 registers and up to four pipes. */
CHAINS(f32_neon, , f32x4, 16, 0.999f, 0.001f, FMA)
CHAINS(f64_neon, , f64x2, 16, 0.999, 0.001, FMA)
CHAINS(f16_neon, TARGET("arch=armv8.2-a+fp16"), float16x8_t, 16, (float16_t)0.999f,
       (float16_t)0.001f, vfmaq_f16(y, acc[i], x))
CHAINS(bf16_neon, TARGET("arch=armv8.6-a+bf16"), f32x4, 16, 1.0f, 1.0f,
       vbfmmlaq_f32(acc[i], (bfloat16x8_t)x, (bfloat16x8_t)y))
CHAINS(i8_dot, TARGET("arch=armv8.2-a+dotprod"), i32x4, 16, 0x01010101, 0x01010101,
       vdotq_s32(acc[i], (int8x16_t)x, (int8x16_t)y))
CHAINS(i8_matrix, TARGET("arch=armv8.6-a+i8mm"), i32x4, 16, 0x01010101, 0x01010101,
       vmmlaq_s32(acc[i], (int8x16_t)x, (int8x16_t)y))

const struct aisp_flops_kernel aisp_flops_kernels[] = {
	{ AISP_F32, "neon", 16 * 4 * 2, f32_neon },
	{ AISP_F32, "neon", 12 * 4 * 2, f32_base },
	{ AISP_F64, "neon", 16 * 2 * 2, f64_neon },
	{ AISP_F64, "neon", 12 * 2 * 2, f64_base },
	{ AISP_F16, "fp16", 16 * 8 * 2, f16_neon },
	{ AISP_BF16, "bf16", 16 * 16 * 2, bf16_neon },
	{ AISP_I8, "dotprod", 16 * 16 * 2, i8_dot },
	{ AISP_I8, "i8mm", 16 * 32 * 2, i8_matrix },
	{ AISP_I32, "neon", 12 * 4, i32_base },
	{ AISP_I64, "neon", 12 * 2, i64_base },
	{ .run = NULL },
};

#else

const struct aisp_flops_kernel aisp_flops_kernels[] = {
	{ AISP_F32, NULL, 12 * 4 * 2, f32_base },
	{ AISP_F64, NULL, 12 * 2 * 2, f64_base },
	{ AISP_I32, NULL, 12 * 4, i32_base },
	{ AISP_I64, NULL, 12 * 2, i64_base },
	{ .run = NULL },
};

#endif
