/* SPDX-License-Identifier: MIT
 *
 * expert_bf16.h - a chunk by the instruction that multiplies bf16, where there is one.
 */
#include "expert_chunk.h"

#define TARGET
#define TOP            AISP_CLONES
#define NAME(x)        x##_f32
#define DOT(sum, x, w) DOT_F32(sum, x, w)
#include "expert_lanes.h"

#ifdef __x86_64__
#include <immintrin.h>

#define BF16    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")))
#define TARGET  BF16
#define TOP     BF16
#define NAME(x) x##_bf16
#define DOT(sum, x, w)                                                                 \
	(lanes) _mm512_dpbf16_ps((__m512)(sum), (__m512bh)(x), (__m512bh)(w))
#include "expert_lanes.h"
#endif

static chunk_function *best_chunk(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"))
		return chunk_bf16;
#endif
	return chunk_f32;
}
