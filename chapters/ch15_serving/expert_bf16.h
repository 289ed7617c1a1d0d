/* SPDX-License-Identifier: MIT
 *
 * expert_bf16.h - a chunk by the instruction that multiplies bf16, where there is one.
 * A file in another folder first defines EXPERT_LANES, the path of expert_lanes.h.
 */
#include "expert_chunk.h"

#ifndef EXPERT_LANES
#define EXPERT_LANES "expert_lanes.h"
#endif

#define DOT(sum, x, w) DOT_F32(sum, x, w)
#define AISP_KERNEL    EXPERT_LANES
#include <aisp/each_level.h>

#ifdef __x86_64__
#include <immintrin.h>

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")
#define AISP_LANES 16
#define AISP_AT(x) x##_bf16
#undef DOT
#define DOT(sum, x, w)                                                                 \
	(lanes) _mm512_dpbf16_ps((__m512)(sum), (__m512bh)(x), (__m512bh)(w))
#include "expert_lanes.h"
#pragma GCC pop_options
#endif

static chunk_function *best_chunk(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"))
		return chunk_bf16;
#endif
	return AISP_BEST(chunk);
}
