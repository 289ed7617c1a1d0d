/* SPDX-License-Identifier: MIT
 *
 * draw.h - random numbers for prepare(), from the bits of a call.
 */
#ifndef AISP_DRAW_H
#define AISP_DRAW_H

#include <aisp/sip.h>
#include <stdint.h>

/* The i-th number of a sequence that starts anywhere (G. Steele et al., SplitMix). */
static inline uint64_t aisp_draw(uint64_t bits, uint64_t i)
{
	uint64_t z = bits + i * 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/*
 * The same for what must stay unknown though some of it is shown, such as the rest of
 * an episode: numbers as above tell their bits, these do not.
 */
static inline uint64_t aisp_draw_unknown(uint64_t bits, uint64_t i)
{
	return aisp_sip(bits, ~bits, i, 0, 0);
}

/* Uniform in [0, 1), of 24 bits: exact in fp32.  Of either kind of number. */
static inline float aisp_draw_share(uint64_t bits, uint64_t i)
{
	return (float)(aisp_draw(bits, i) >> 40) * 0x1p-24f;
}

static inline float aisp_share_unknown(uint64_t bits, uint64_t i)
{
	return (float)(aisp_draw_unknown(bits, i) >> 40) * 0x1p-24f;
}

static inline void aisp_shuffle(int32_t *x, int64_t n, uint64_t bits)
{
	for (int64_t i = n - 1; i > 0; i--) {
		int64_t j = (int64_t)(aisp_draw(bits, (uint64_t)i) % (uint64_t)(i + 1));
		int32_t t = x[i];

		x[i] = x[j];
		x[j] = t;
	}
}

#endif
