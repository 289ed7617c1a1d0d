/* SPDX-License-Identifier: MIT
 *
 * bf16.h - elements of AISP_BF16 for references: the upper half of a binary32.
 */
#ifndef AISP_BF16_H
#define AISP_BF16_H

#include <aisp/errors.h>
#include <aisp/variant.h>

/* Element i of t, exactly. */
static inline double aisp_bf16_at(const struct aisp_tensor *t, int64_t i)
{
	union {
		uint32_t bits;
		float f;
	} x;

	assert(t->dtype == AISP_BF16);
	x.bits = (uint32_t)((const uint16_t *)t->data)[i] << 16;
	return (double)x.f;
}

/*
 * What arithmetic in fp32 adds to the magnitude of a result that is rounded to bf16
 * once: error_c of the fp32 model times the ratio of the two roundoffs.
 */
static inline double aisp_bf16_share(double error_c)
{
	return error_c * 0x1p-16;
}

/* error_c of a result that is rounded to bf16 once. */
#define AISP_BF16_ONCE AISP_ERROR_ONCE

#endif
