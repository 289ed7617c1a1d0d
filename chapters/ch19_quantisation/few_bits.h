/* SPDX-License-Identifier: MIT
 *
 * few_bits.h - numbers of few bits that share scales, and the same in bf16.  The
 * including file first defines FEW_CODE and FEW_SCALE, their types, and FEW_BLOCK, how
 * many numbers share a scale.  A number times its scale is exact in bf16.
 */
#ifndef FEW_BITS_H
#define FEW_BITS_H

#include <aisp/formats.h>

#define LEAST_SCALE 119 /* of E8M0: 2^-8; the largest is 2^7 */
#define SCALES      16

/* Of all codes that a type has. */
static inline void few_values(enum aisp_dtype t, float value[256])
{
	for (unsigned c = 0; c < 1u << aisp_type_bits(t); c++)
		value[c] = (float)aisp_value_of(t, c);
}

/* No NaN, and powers of two that are not too far apart. */
static inline unsigned usable_scale(unsigned code)
{
	if (FEW_SCALE == AISP_E8M0)
		return LEAST_SCALE + code % SCALES;
	return (code & 0x7f) == 0x7f ? code ^ 0x40 : code;
}

/* Eight weights, of as many bytes as one has bits. */
static inline void dequantise_eight(uint16_t *w, const uint8_t *wq, const float *value,
				    float scale)
{
	const int bits = aisp_type_bits(FEW_CODE);
	uint64_t codes = 0;

	memcpy(&codes, wq, (size_t)bits);
#ifndef __CUDACC__ /* which warns of what it does not know */
#pragma GCC unroll 8
#endif
	for (int i = 0; i < 8; i++) {
		float x = value[codes >> i * bits & ((1u << bits) - 1)] * scale;
		uint32_t word;

		memcpy(&word, &x, sizeof(word));
		w[i] = (uint16_t)(word >> 16); /* scales and codes have few bits */
	}
}

/* Block b of w, of all its numbers in a row. */
static inline void dequantise_block(const struct aisp_tensor *w,
				    const struct aisp_tensor *wq, int64_t b,
				    const float *value, float scale)
{
	uint16_t *to = (uint16_t *)w->data + b * FEW_BLOCK;
	const uint8_t *from = (const uint8_t *)wq->data +
			      b * (int64_t)aisp_type_bytes(FEW_CODE, FEW_BLOCK);

	for (int i = 0; i < FEW_BLOCK; i += 8)
		dequantise_eight(to + i, from + i / 8 * aisp_type_bits(FEW_CODE), value,
				 scale);
}

#endif
