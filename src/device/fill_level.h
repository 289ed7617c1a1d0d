/* SPDX-License-Identifier: MIT
 *
 * fill_level.h - what a level stands for: where an element of data with structure lies
 * between the least value (0) and the largest (2^32 - 1).  For compilers of CPUs and of
 * GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_LEVEL_H
#define AISP_FILL_LEVEL_H

#include <aisp/packed.h>

#define AISP_LEVEL_MIDDLE UINT32_C(0x80000000)

/* The result is in the range of aisp_integer_at(). */
AISP_HD static inline int32_t aisp_integer_of_level(uint32_t level)
{
	return (int32_t)(level >> 24) - 128;
}

AISP_HD static inline uint64_t aisp_index_of_level(uint32_t level, uint64_t limit)
{
	return (uint64_t)((unsigned __int128)level * limit >> 32);
}

/* The result is in [0, 1). */
AISP_HD static inline float aisp_unit_of_level(uint32_t level)
{
	return (float)(level >> 8) * 0x1p-24f;
}

/* An integer of the type's whole range, in the lower bits. */
AISP_HD static inline uint64_t aisp_bits_of_level(uint32_t level, enum aisp_dtype of)
{
	uint32_t high = aisp_is_signed(of) ? level ^ AISP_LEVEL_MIDDLE : level;

	return ((uint64_t)high << 32 | level) >> (64 - aisp_type_bits(of));
}

#endif
