/* SPDX-License-Identifier: MIT
 *
 * fp_mode.h - the processor's rounding and its treatment of subnormal numbers.
 */
#ifndef AISP_FP_MODE_H
#define AISP_FP_MODE_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>

#define AISP_FP_CONTROL 0xffc0u /* of MXCSR, without the exception flags */
#define AISP_FP_DEFAULT 0x1f80u

static inline uint32_t aisp_fp_mode(void)
{
	return _mm_getcsr() & AISP_FP_CONTROL;
}

static inline void aisp_fp_reset(void)
{
	_mm_setcsr(AISP_FP_DEFAULT);
}
#elif defined(__aarch64__)
#define AISP_FP_DEFAULT 0u

static inline uint32_t aisp_fp_mode(void)
{
	uint64_t fpcr;

	__asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
	return (uint32_t)fpcr;
}

static inline void aisp_fp_reset(void)
{
	__asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
}
#endif

#endif
