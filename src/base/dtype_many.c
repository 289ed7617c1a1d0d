/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include <aisp/clones.h>
#include <aisp/float_bits.h>

#include "dtype.h"
#include "dtype_many.h"

/* The build's -O2 hardly vectorises; these loops gain by it. */
#define FAST AISP_CLONES __attribute__((optimize("O3")))

#define BLOCK     512 /* codes of less than a byte, before they are packed */
#define SIGN      0x80000000u
#define INFINITE  0x7f800000u /* bits of a float; those of a NaN are more */
#define ROUNDER   0x1p23f     /* its ulp is 1: adding it rounds to an integer */
#define F16_OVER  0x477ff000u /* 65520, which rounds to infinity */
#define F16_LEAST 0x38800000u /* 2^-14 */

/* Converts like a double would, which makes NaNs quiet. */
FAST static void put_f32(uint32_t *to, int64_t n, const float *x)
{
	for (int64_t i = 0; i < n; i++) {
		uint32_t bits = aisp_bits_of_float(x[i]);

		to[i] = bits | ((bits & ~SIGN) > INFINITE ? 0x400000u : 0);
	}
}

FAST static void put_bf16(uint16_t *to, int64_t n, const float *x)
{
	for (int64_t i = 0; i < n; i++) {
		uint32_t bits = aisp_bits_of_float(x[i]);
		uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;

		to[i] = (uint16_t)((bits & ~SIGN) > INFINITE ? 0x7fc0 : rounded);
	}
}

FAST static void put_tf32(float *to, int64_t n, const float *x)
{
	for (int64_t i = 0; i < n; i++) {
		uint32_t bits = aisp_bits_of_float(x[i]);
		uint32_t rounded = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;

		to[i] = aisp_float_of_bits((bits & ~SIGN) > INFINITE ? 0x7fc00000
								     : rounded);
	}
}

/* As aisp_half_from_float(), all cases side by side. */
FAST static void put_f16(uint16_t *to, int64_t n, const float *x)
{
	for (int64_t i = 0; i < n; i++) {
		uint32_t bits = aisp_bits_of_float(x[i]), a = bits & ~SIGN;
		uint32_t tiny =
			aisp_bits_of_float(aisp_float_of_bits(a) + 0.5f) - 0x3f000000;
		uint32_t usual = (a + 0xfff + (a >> 13 & 1) - (112u << 23)) >> 13;
		uint32_t h = a < F16_LEAST ? tiny : usual;

		h = a >= F16_OVER ? 0x7c00 : h;
		h = a > INFINITE ? 0x7e00 : h;
		to[i] = (uint16_t)(bits >> 16 & 0x8000) | (uint16_t)h;
	}
}

/*
 * Like aisp_code_of(), for types of sign, exponent and fraction.  The products are
 * exact, unless they are too large for the type.
 */
FAST static void put_codes(uint8_t *to, int64_t n, const float *x, struct aisp_format f)
{
	uint32_t most = f.most, over = f.over, nan = f.nan;
	int least = f.least_exp + 127, fraction = f.fraction, shift = 32 - f.bits;

	for (int64_t i = 0; i < n; i++) {
		uint32_t bits = aisp_bits_of_float(x[i]), a = bits & ~SIGN, code;
		int e = (int)(a >> 23);
		float rounded;

		e = e < least ? least : e;
		rounded = aisp_float_of_bits(a) *
				  aisp_float_of_bits((uint32_t)(254 + fraction - e)
						     << 23) +
			  ROUNDER;
		code = ((uint32_t)(e - least) << fraction) +
		       aisp_bits_of_float(rounded) - aisp_bits_of_float(ROUNDER);
		code = code > most || a > aisp_bits_of_float(0x1p20f) ? over : code;
		code |= (bits & SIGN) >> shift;
		to[i] = (uint8_t)(a > INFINITE ? nan : code);
	}
}

/* Like aisp_scale_code_of(): the nearer power of two; in a tie the even code. */
FAST static void put_scales(uint8_t *to, int64_t n, const float *x)
{
	for (int64_t i = 0; i < n; i++) {
		double wide = (double)x[i];
		int64_t bits, code;

		memcpy(&bits, &wide, sizeof(bits));
		code = ((bits + 0x7ffffffffffff + (bits >> 52 & 1)) >> 52) -
		       (1023 - 127);
		code = code < 0 ? 0 : code;
		code = code > 254 ? 254 : code;
		to[i] = (uint8_t)(wide >= 0 ? code : 255);
	}
}

/* Codes of 4 bits at the beginning of a byte. */
FAST static void pack_4(uint8_t *to, int64_t n_bytes, const uint8_t *code)
{
	for (int64_t i = 0; i < n_bytes; i++)
		to[i] = (uint8_t)(code[2 * i] | code[2 * i + 1] << 4);
}

static void pack_6(uint8_t *to, int64_t n_threes, const uint8_t *code)
{
	for (int64_t i = 0; i < n_threes; i++, to += 3, code += 4) {
		to[0] = (uint8_t)(code[0] | code[1] << 6);
		to[1] = (uint8_t)(code[1] >> 2 | code[2] << 4);
		to[2] = (uint8_t)(code[2] >> 4 | code[3] << 2);
	}
}

/* Whole bytes at a time; elements at the ends share bytes with a neighbour. */
static void pack(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		 const uint8_t *code)
{
	int bits = aisp_type_bits(t), group = bits == 6 ? 4 : 2;
	uint8_t *to = (uint8_t *)data + first * bits / 8;
	int64_t n_whole = first % group ? 0 : n / group;

	if (bits == 6)
		pack_6(to, n_whole, code);
	else
		pack_4(to, n_whole, code);
	for (int64_t i = n_whole * group; i < n; i++)
		aisp_put_code(data, t, first + i, code[i]);
}

static void put_packed(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		       const float *x)
{
	uint8_t code[BLOCK] = { 0 };

	for (int64_t i = 0, k; i < n; i += k) {
		k = n - i < BLOCK ? n - i : BLOCK;
		put_codes(code, k, x + i, aisp_format_of(t));
		pack(data, t, first + i, k, code);
	}
}

void aisp_store_floats(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		       const float *x)
{
	switch (t) {
	case AISP_F32:
		put_f32((uint32_t *)data + first, n, x);
		break;
	case AISP_TF32:
		put_tf32((float *)data + first, n, x);
		break;
	case AISP_F16:
		put_f16((uint16_t *)data + first, n, x);
		break;
	case AISP_BF16:
		put_bf16((uint16_t *)data + first, n, x);
		break;
	case AISP_F8E4M3:
	case AISP_F8E5M2:
		put_codes((uint8_t *)data + first, n, x, aisp_format_of(t));
		break;
	case AISP_E8M0:
		put_scales((uint8_t *)data + first, n, x);
		break;
	case AISP_F6E2M3:
	case AISP_F6E3M2:
	case AISP_F4E2M1:
		put_packed(data, t, first, n, x);
		break;
	default:
		for (int64_t i = 0; i < n; i++)
			aisp_store(data, t, first + i, (double)x[i]);
	}
}

/* The largest and the least integer that t represents exactly; most < least: none. */
struct span {
	int64_t least, most;
};

static struct span kept_by(enum aisp_dtype t)
{
	int bits = aisp_type_bits(t) < 54 ? aisp_type_bits(t) : 54; /* of a double */

	if (!aisp_is_integer(t))
		return (struct span){ 0, -1 };
	if (aisp_is_signed(t))
		return (struct span){ -(INT64_C(1) << (bits - 1)),
				      (INT64_C(1) << (bits - 1)) - 1 };
	return (struct span){ 0, (INT64_C(1) << (bits == 54 ? 53 : bits)) - 1 };
}

FAST static bool are_kept(struct span s, int64_t n, const int64_t *x)
{
	int64_t beyond = s.most < s.least;

	for (int64_t i = 0; i < n; i++)
		beyond |= (x[i] < s.least) | (x[i] > s.most);
	return !beyond;
}

FAST static void put_8(uint8_t *to, int64_t n, const int64_t *x, unsigned mask)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = (uint8_t)x[i] & (uint8_t)mask;
}

FAST static void put_16(uint16_t *to, int64_t n, const int64_t *x)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = (uint16_t)x[i];
}

FAST static void put_32(uint32_t *to, int64_t n, const int64_t *x)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = (uint32_t)x[i];
}

static void put_nibbles(void *data, enum aisp_dtype t, int64_t first, int64_t n,
			const int64_t *x)
{
	uint8_t code[BLOCK] = { 0 };

	for (int64_t i = 0, k; i < n; i += k) {
		k = n - i < BLOCK ? n - i : BLOCK;
		put_8(code, k, x + i, 15);
		pack(data, t, first + i, k, code);
	}
}

void aisp_store_bits(void *data, enum aisp_dtype t, int64_t first, int64_t n,
		     const int64_t *bits)
{
	switch (aisp_type_bits(t)) {
	case 4:
		put_nibbles(data, t, first, n, bits);
		break;
	case 8:
		put_8((uint8_t *)data + first, n, bits, 255);
		break;
	case 16:
		put_16((uint16_t *)data + first, n, bits);
		break;
	case 32:
		put_32((uint32_t *)data + first, n, bits);
		break;
	default:
		memcpy((int64_t *)data + first, bits, (size_t)n * sizeof(*bits));
	}
}

void aisp_store_integers(void *data, enum aisp_dtype t, int64_t first, int64_t n,
			 const int64_t *x)
{
	if (are_kept(kept_by(t), n, x))
		aisp_store_bits(data, t, first, n, x);
	else
		for (int64_t i = 0; i < n; i++)
			aisp_store(data, t, first + i, (double)x[i]);
}
