/* SPDX-License-Identifier: MIT
 *
 * packed.h - how many bits an element has, and where those of few bits lie.
 *
 * Types of 6 and of 4 bits are packed: of b bits each, element i, in the order of all
 * elements, has bits b i to b i + b - 1 of the tensor; bit 0 is the lowest of the first
 * byte.  So four elements of 6 bits take three bytes, two of 4 bits one.  Shapes stay
 * in elements.  The judge asks that the last axis fills whole bytes, so that each row
 * begins with a byte.  Neighbours share bytes: a write of one must keep the other, and
 * two threads may not write both at once.
 */
#ifndef AISP_PACKED_H
#define AISP_PACKED_H

#include <aisp/host_device.h>
#include <aisp/variant.h>

/* Bits of an element. */
AISP_HD static inline int aisp_type_bits(enum aisp_dtype t)
{
	switch (t) {
	case AISP_F64:
	case AISP_I64:
	case AISP_U64:
		return 64;
	case AISP_F32:
	case AISP_TF32:
	case AISP_I32:
	case AISP_U32:
		return 32;
	case AISP_F16:
	case AISP_BF16:
	case AISP_U16:
		return 16;
	case AISP_F6E2M3:
	case AISP_F6E3M2:
		return 6;
	case AISP_F4E2M1:
	case AISP_I4:
	case AISP_U4:
		return 4;
	default:
		return 8;
	}
}

AISP_HD static inline int aisp_is_integer(enum aisp_dtype t)
{
	return t == AISP_I8 || t == AISP_U8 || t == AISP_I32 || t == AISP_I64 ||
	       t == AISP_U16 || t == AISP_U32 || t == AISP_U64 || t == AISP_I4 ||
	       t == AISP_U4;
}

AISP_HD static inline int aisp_is_signed(enum aisp_dtype t)
{
	return t == AISP_I4 || t == AISP_I8 || t == AISP_I32 || t == AISP_I64;
}

AISP_HD static inline int aisp_is_packed(enum aisp_dtype t)
{
	return aisp_type_bits(t) % 8 != 0;
}

/* Bytes of n elements in a row. */
AISP_HD static inline size_t aisp_type_bytes(enum aisp_dtype t, int64_t n)
{
	return ((size_t)n * (size_t)aisp_type_bits(t) + 7) / 8;
}

static inline size_t aisp_tensor_bytes(const struct aisp_tensor *t)
{
	return aisp_type_bytes(t->dtype, aisp_elems(t));
}

/* The code of element i, of a type of at most 8 bits; other bits are 0. */
AISP_HD static inline unsigned aisp_code_at(const void *data, enum aisp_dtype t,
					    int64_t i)
{
	int bits = aisp_type_bits(t), shift = (int)(i * bits % 8);
	const uint8_t *p = (const uint8_t *)data + i * bits / 8;
	unsigned two = p[0];

	if (shift + bits > 8)
		two |= (unsigned)p[1] << 8;
	return two >> shift & (0xffu >> ((8 - bits) & 7));
}

/* Writes the lowest bits of `code` as that of element i. */
AISP_HD static inline void aisp_put_code(void *data, enum aisp_dtype t, int64_t i,
					 unsigned code)
{
	int bits = aisp_type_bits(t), shift = (int)(i * bits % 8);
	unsigned mask = (0xffu >> ((8 - bits) & 7)) << shift;
	uint8_t *p = (uint8_t *)data + i * bits / 8;

	p[0] = (uint8_t)((p[0] & ~mask) | (code << shift & mask));
	if (shift + bits > 8)
		p[1] = (uint8_t)((p[1] & ~(mask >> 8)) | ((code << shift & mask) >> 8));
}

#endif
