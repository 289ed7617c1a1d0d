/* SPDX-License-Identifier: MIT
 *
 * formats_bits.h - scales of blocks, and codes side by side, on a CPU or a GPU.
 */
#ifndef FORMATS_BITS_H
#define FORMATS_BITS_H

#include <aisp/float_bits.h>

/*
 * The code of x without its sign.  A normal number loses bits of its fraction and the
 * exponents below the format's; to a smaller one a number is added whose unit in the
 * last place is the format's smallest number.
 */
AISP_HD static inline uint32_t round_to_code(float x, int fraction, int least_exp,
					     float most)
{
	uint32_t bits = aisp_bits_of_float(x) & 0x7fffffff,
		 limit = aisp_bits_of_float(most);
	int drop = 23 - fraction;
	float unit = aisp_float_of_bits((uint32_t)(127 + least_exp + drop) << 23);
	uint32_t small, normal;

	bits = bits < limit ? bits : limit;
	small = aisp_bits_of_float(aisp_float_of_bits(bits) + unit) -
		aisp_bits_of_float(unit);
	normal = ((bits + (1u << (drop - 1)) - 1 + (bits >> drop & 1)) >> drop) -
		 ((uint32_t)(126 + least_exp) << fraction);
	return bits < (uint32_t)(127 + least_exp) << 23 ? small : normal;
}

/* What a code without its sign stands for. */
AISP_HD static inline float code_value(uint32_t code, int fraction, int least_exp)
{
	float unit =
		aisp_float_of_bits((uint32_t)(127 + least_exp + 23 - fraction) << 23);
	float small = aisp_float_of_bits(aisp_bits_of_float(unit) + code) - unit;
	float normal = aisp_float_of_bits(
		(code + ((uint32_t)(126 + least_exp) << fraction)) << (23 - fraction));

	return code >> fraction ? normal : small;
}

/* The sign before the code: a bit, or of integers two's complement. */
AISP_HD static inline uint8_t signed_code(enum aisp_dtype t, uint32_t code,
					  uint32_t sign)
{
	if (t == AISP_I4)
		return (sign ? -code : code) & 15;
	return (uint8_t)(code | sign << (aisp_type_bits(t) - 1));
}

/* The scale of a block with this maximum; *byte as it is stored. */
AISP_HD static inline float scale_of(const struct format *f, float max, uint8_t *byte)
{
	int e = (int)(aisp_bits_of_float(max) >> 23) - 127 - f->most_exp;

	if (f->scale == AISP_F8E4M3) {
		*byte = (uint8_t)round_to_code(max / 6, 3, -6, 448);
		return code_value(*byte, 3, -6);
	}
	/* A subnormal maximum's scale is the least one, too. */
	*byte = (uint8_t)(e < -127 ? 0 : e + 127);
	return *byte ? aisp_float_of_bits((uint32_t)*byte << 23) : 0x1p-127f;
}

/* 1 / scale, or 0 if scale is 0, so that all codes of the block become 0. */
AISP_HD static inline float inverse_of(float scale)
{
	return scale > 0 ? 1 / scale : 0;
}

AISP_HD static inline float max_of(const uint16_t *x, int n)
{
	uint16_t max = 0;

	for (int i = 0; i < n; i++) {
		uint16_t a = x[i] & 0x7fff;

		max = a > max ? a : max;
	}
	return aisp_float_of_bits((uint32_t)max << 16);
}

/* n codes of so many bits, side by side: 8 codes are as many bytes as a code has bits.
 */
AISP_HD static inline void pack(const uint8_t *code, int n, int bits, uint8_t *to)
{
	for (int i = 0; i < n; i += 8, to += bits) {
		uint64_t word = 0;

		for (int k = 0; k < 8; k++)
			word |= (uint64_t)code[i + k] << (k * bits);
		memcpy(to, &word, (size_t)bits);
	}
}

/* A block's elements, and where its results go. */
struct block {
	const uint16_t *x;
	uint8_t *code, *scale;
	float *y;
};

/* The block that is b further on. */
AISP_HD static inline struct block block_at(struct block first, const struct format *f,
					    int64_t b)
{
	first.x += b * f->block;
	first.code += b * (int64_t)aisp_type_bytes(f->code, f->block);
	first.scale += b;
	first.y += b * f->block;
	return first;
}

static inline struct block first_block(const struct aisp_io *io)
{
	return (struct block){ (const uint16_t *)io->in[0].data,
			       (uint8_t *)io->out[CODE].data,
			       (uint8_t *)io->out[SCALE].data, aisp_out_f32(io, Y) };
}

/* Of constants in *f the compiler makes constants here. */
AISP_HD static inline __attribute__((always_inline)) void
convert_block(const struct format *f, struct block block)
{
	uint8_t code[MOST_BLOCK] = { 0 };
	float scale = scale_of(f, max_of(block.x, f->block), block.scale);
	float inverse = inverse_of(scale);

	for (int i = 0; i < f->block; i++) {
		uint32_t x = (uint32_t)block.x[i] << 16, sign = x >> 31;
		uint32_t k = round_to_code(aisp_float_of_bits(x) * inverse, f->fraction,
					   f->least_exp, f->most);
		float a = code_value(k, f->fraction, f->least_exp) * scale;

		block.y[i] = aisp_float_of_bits(aisp_bits_of_float(a) | sign << 31);
		code[i] = signed_code(f->code, k, sign);
	}
	pack(code, f->block, aisp_type_bits(f->code), block.code);
}

#endif
