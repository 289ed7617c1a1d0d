/* SPDX-License-Identifier: MIT
 *
 * fill_precision.h - how many bits tell elements of a tensor apart, so that those that
 * are nearly alike (fill_near.h) differ in the last of them.
 */
#ifndef AISP_FILL_PRECISION_H
#define AISP_FILL_PRECISION_H

#include <aisp/packed.h>
#include <aisp/workload.h>

/* Bits of the significand, the leading one included. */
static inline uint32_t aisp_significand_bits(enum aisp_dtype t)
{
	switch (t) {
	case AISP_F64:
		return 53;
	case AISP_F32:
		return 24;
	case AISP_F16:
	case AISP_TF32:
		return 11;
	case AISP_BF16:
		return 8;
	default:
		return 4;
	}
}

static inline uint32_t aisp_number_bits(const struct aisp_spec *spec)
{
	if (spec->fill == AISP_FILL_BYTES)
		return (uint32_t)aisp_type_bits(spec->dtype);
	if (spec->fill == AISP_FILL_UNIT)
		return aisp_significand_bits(spec->dtype);
	if (spec->fill != AISP_FILL_REAL)
		return 64 - (uint32_t)__builtin_clzll((uint64_t)spec->limit | 1);
	if (aisp_is_integer(spec->dtype))
		return 8;
	return 1 + aisp_significand_bits(spec->dtype); /* and the sign */
}

/* Of 4 to 64 bits; integers below a limit are made from 32. */
static inline uint32_t aisp_precision_of(const struct aisp_spec *spec)
{
	uint32_t n = aisp_number_bits(spec);
	int is_limited = spec->fill != AISP_FILL_BYTES &&
			 spec->fill != AISP_FILL_REAL && spec->fill != AISP_FILL_UNIT;

	if (is_limited && n > 32)
		return 32;
	return n < 4 ? 4 : n;
}

#endif
