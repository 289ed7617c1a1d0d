/* SPDX-License-Identifier: MIT
 *
 * low_widen.h - on a CPU: codes of weights to bf16, which has them exactly, in forms of
 * which compilers make vectors.  After low_batches.h.
 */
#ifndef LOW_WIDEN_H
#define LOW_WIDEN_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>
#include <aisp/from_e4m3.h>

static inline uint16_t from_e4m3(uint8_t code)
{
	return (uint16_t)(aisp_bits_of_float(aisp_from_e4m3(code)) >> 16);
}

/* 128 + q in bf16, less 136. */
static inline uint16_t from_nibble(unsigned q)
{
	union {
		uint32_t bits;
		float f;
	} x = { (0x4300 | q) << 16 };

	x.f -= 136;
	return (uint16_t)(x.bits >> 16);
}

/* Weights [from, from + n) of a row; n is even. */
static inline void widen(uint16_t *restrict to, const uint8_t *restrict row,
			 int64_t from, int64_t n)
{
	if (LOW_TYPE == AISP_F8E4M3) {
		for (int64_t i = 0; i < n; i++)
			to[i] = from_e4m3(row[from + i]);
		return;
	}
	for (int64_t i = 0; i < n / 2; i++) {
		uint8_t two = row[from / 2 + i];

		to[2 * i] = from_nibble(two & 15u);
		to[2 * i + 1] = from_nibble(two >> 4);
	}
}

static inline float scale_of(const struct aisp_io *io, int s, int64_t row,
			     int64_t group)
{
	return (float)scale_at(io, s, row, group);
}

#endif
