/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include <aisp/float_bits.h>

#include "dtype.h"

static const struct {
	const char *name;
	double roundoff, tiny, low, high;
} dtypes[AISP_N_DTYPES] = {
	[AISP_F32] = { "f32", 0x1p-24, 0x1p-149, 0, 0 },
	[AISP_F64] = { "f64", 0x1p-53, 0x1p-1074, 0, 0 },
	[AISP_F16] = { "f16", 0x1p-11, 0x1p-24, 0, 0 },
	[AISP_BF16] = { "bf16", 0x1p-8, 0x1p-133, 0, 0 },
	[AISP_I8] = { "i8", 0, 0, INT8_MIN, INT8_MAX },
	[AISP_U8] = { "u8", 0, 0, 0, UINT8_MAX },
	[AISP_I32] = { "i32", 0, 0, INT32_MIN, INT32_MAX },
	[AISP_I64] = { "i64", 0, 0, -0x1p63, 0x1.fffffffffffffp62 },
	[AISP_F8E4M3] = { "f8e4m3", 0x1p-4, 0x1p-9, 0, 0 },
	[AISP_TF32] = { "tf32", 0x1p-11, 0x1p-136, 0, 0 },
	[AISP_U16] = { "u16", 0, 0, 0, UINT16_MAX },
	[AISP_U32] = { "u32", 0, 0, 0, UINT32_MAX },
	[AISP_U64] = { "u64", 0, 0, 0, 0x1.fffffffffffffp63 },
	[AISP_F8E5M2] = { "f8e5m2", 0x1p-3, 0x1p-16, 0, 0 },
	[AISP_E8M0] = { "e8m0", 0x1p-1, 0x1p-127, 0, 0 },
	[AISP_F6E2M3] = { "f6e2m3", 0x1p-4, 0x1p-3, 0, 0 },
	[AISP_F6E3M2] = { "f6e3m2", 0x1p-3, 0x1p-4, 0, 0 },
	[AISP_F4E2M1] = { "f4e2m1", 0x1p-2, 0x1p-1, 0, 0 },
	[AISP_I4] = { "i4", 0, 0, 0, 0 },
	[AISP_U4] = { "u4", 0, 0, 0, 0 },
};

size_t aisp_dtype_bytes(enum aisp_dtype t)
{
	return aisp_type_bytes(t, 1);
}

const char *aisp_dtype_name(enum aisp_dtype t)
{
	return dtypes[t].name;
}

double aisp_dtype_roundoff(enum aisp_dtype t)
{
	return dtypes[t].roundoff;
}

double aisp_dtype_lower_roundoff(enum aisp_dtype t)
{
	switch (t) {
	case AISP_F64:
		return 0x1p-24;
	case AISP_F32:
		return 0x1p-11; /* binary16's, TF32's */
	case AISP_F16:
	case AISP_TF32:
		return 0x1p-8;
	case AISP_BF16:
		return 0x1p-4; /* E4M3's */
	case AISP_F8E4M3:
	case AISP_F6E2M3:
		return 0x1p-3; /* those of E5M2 and E3M2 */
	case AISP_F8E5M2:
	case AISP_F6E3M2:
		return 0x1p-2; /* E2M1's */
	default:
		return 0;
	}
}

double aisp_dtype_tiny(enum aisp_dtype t)
{
	return dtypes[t].tiny;
}

float aisp_half_to_float(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;

	if (e == 31)
		return aisp_float_of_bits(sign | 0x7f800000 | m << 13);
	if (e == 0)
		return sign ? -(float)m * 0x1p-24f : (float)m * 0x1p-24f;
	return aisp_float_of_bits(sign | (e + 112) << 23 | m << 13);
}

/* Subnormals are rounded by adding 0.5, whose ulp is theirs. */
uint16_t aisp_half_from_float(float x)
{
	uint16_t sign = (uint16_t)(aisp_bits_of_float(x) >> 16 & 0x8000);
	float a = fabsf(x);
	uint32_t bits;

	if (isnan(x))
		return sign | 0x7e00;
	if (a >= 65520) /* half an ulp above the largest number: rounds to infinity */
		return sign | 0x7c00;
	if (a < 0x1p-14f)
		return sign | (uint16_t)(aisp_bits_of_float(a + 0.5f) -
					 aisp_bits_of_float(0.5f));
	bits = aisp_bits_of_float(a);
	bits += 0xfff + (bits >> 13 & 1);
	return sign | (uint16_t)((bits - (112u << 23)) >> 13);
}

double aisp_load(const void *data, enum aisp_dtype t, int64_t i)
{
	switch (t) {
	case AISP_F32:
	case AISP_TF32:
		return ((const float *)data)[i];
	case AISP_F64:
		return ((const double *)data)[i];
	case AISP_F16:
		return aisp_half_to_float(((const uint16_t *)data)[i]);
	case AISP_BF16:
		return aisp_float_of_bits((uint32_t)((const uint16_t *)data)[i] << 16);
	case AISP_I8:
		return ((const int8_t *)data)[i];
	case AISP_U8:
		return ((const uint8_t *)data)[i];
	case AISP_I32:
		return ((const int32_t *)data)[i];
	case AISP_I64:
		return (double)((const int64_t *)data)[i];
	case AISP_U16:
		return ((const uint16_t *)data)[i];
	case AISP_U32:
		return ((const uint32_t *)data)[i];
	case AISP_U64:
		return (double)((const uint64_t *)data)[i];
	default:
		return aisp_value_of(t, aisp_code_at(data, t, i));
	}
}

/*
 * To binary32 by rounding to odd, so that a second rounding to nearest cannot
 * go wrong (S. Boldo and G. Melquiond, IEEE TC 57(4), 2008).
 */
static float round_to_odd(double x)
{
	float f = (float)x;
	uint32_t bits = aisp_bits_of_float(f);

	if (!isfinite(f) || (double)f == x || bits & 1)
		return f;
	return aisp_float_of_bits(fabs((double)f) > fabs(x) ? bits - 1 : bits + 1);
}

static uint16_t bfloat_from_double(double x)
{
	uint32_t bits = aisp_bits_of_float(round_to_odd(x));

	if (isnan(x))
		return 0x7fc0;
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static float tf32_from_double(double x)
{
	uint32_t bits = aisp_bits_of_float(round_to_odd(x));

	if (isnan(x))
		return NAN;
	return aisp_float_of_bits((bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu);
}

static int64_t saturate(enum aisp_dtype t, double x)
{
	if (isnan(x))
		return 0;
	return (int64_t)rint(fmin(fmax(x, dtypes[t].low), dtypes[t].high));
}

/* No signed integer holds all values of an unsigned one. */
static uint64_t saturate_u64(double x)
{
	return x > 0 ? (uint64_t)rint(fmin(x, dtypes[AISP_U64].high)) : 0;
}

void aisp_store(void *data, enum aisp_dtype t, int64_t i, double x)
{
	switch (t) {
	case AISP_F32:
		((float *)data)[i] = (float)x;
		break;
	case AISP_F64:
		((double *)data)[i] = x;
		break;
	case AISP_F16:
		((uint16_t *)data)[i] = aisp_half_from_float(round_to_odd(x));
		break;
	case AISP_BF16:
		((uint16_t *)data)[i] = bfloat_from_double(x);
		break;
	case AISP_I8:
		((int8_t *)data)[i] = (int8_t)saturate(t, x);
		break;
	case AISP_U8:
		((uint8_t *)data)[i] = (uint8_t)saturate(t, x);
		break;
	case AISP_I32:
		((int32_t *)data)[i] = (int32_t)saturate(t, x);
		break;
	case AISP_I64:
		((int64_t *)data)[i] = saturate(t, x);
		break;
	case AISP_TF32:
		((float *)data)[i] = tf32_from_double(x);
		break;
	case AISP_U16:
		((uint16_t *)data)[i] = (uint16_t)saturate(t, x);
		break;
	case AISP_U32:
		((uint32_t *)data)[i] = (uint32_t)saturate(t, x);
		break;
	case AISP_U64:
		((uint64_t *)data)[i] = saturate_u64(x);
		break;
	default:
		aisp_put_code(data, t, i, aisp_code_of(t, x));
	}
}

void aisp_copy_elem(void *to, const void *from, enum aisp_dtype t, int64_t i)
{
	size_t size = aisp_dtype_bytes(t), at = (size_t)i * size;

	if (aisp_is_packed(t))
		aisp_put_code(to, t, i, aisp_code_at(from, t, i));
	else
		memcpy((char *)to + at, (const char *)from + at, size);
}

double aisp_rounded(enum aisp_dtype t, double x)
{
	uint64_t room = 0;

	aisp_store(&room, t, 0, x);
	return aisp_load(&room, t, 0);
}
