/* SPDX-License-Identifier: MIT
 *
 * select_eight.h - eight values at a time: which of them are kept is a number of eight
 * bits, for each of which a table has the shuffle that moves them to the front.
 */
#ifndef SELECT_EIGHT_H
#define SELECT_EIGHT_H

#include <errno.h>
#include <stdlib.h>

#define EIGHT 8

struct shuffles {
	uint8_t byte[256][16];
};

#ifdef __x86_64__
#include <immintrin.h>

#define SHUFFLES __attribute__((target("ssse3,popcnt")))

/*
 * Of x[0..n), what is kept; `room` elements from `to` on may be stored to, no fewer
 * than that.  A store of eight may hold some that the next one overwrites.
 */
SHUFFLES static int64_t select_some(const struct shuffles *s, const uint16_t *x,
				    int64_t n, uint32_t limit, uint16_t *to,
				    int64_t room)
{
	const __m128i last = _mm_set1_epi16((short)(limit - 1)), zero = { 0 };
	int64_t at = 0, i = 0;

	for (; i + EIGHT <= n && at + EIGHT <= room; i += EIGHT) {
		__m128i v = _mm_loadu_si128((const __m128i *)(x + i));
		__m128i below = _mm_cmpeq_epi16(_mm_subs_epu16(v, last), zero);
		int keep = _mm_movemask_epi8(_mm_packs_epi16(below, zero));
		__m128i order = _mm_loadu_si128((const __m128i *)s->byte[keep]);

		_mm_storeu_si128((__m128i *)(to + at), _mm_shuffle_epi8(v, order));
		at += __builtin_popcount((unsigned)keep);
	}
	for (; i < n; i++)
		if (x[i] < limit)
			to[at++] = x[i];
	return at;
}

static int has_shuffles(void)
{
	return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
}
#else
static int64_t select_some(const struct shuffles *s, const uint16_t *x, int64_t n,
			   uint32_t limit, uint16_t *to, int64_t room)
{
	(void)s, (void)x, (void)n, (void)limit, (void)to, (void)room;
	return 0;
}

static int has_shuffles(void)
{
	return 0;
}
#endif

static inline int shuffles_setup(void **state)
{
	struct shuffles *s = has_shuffles() ? calloc(1, sizeof(*s)) : NULL;

	if (!s)
		return has_shuffles() ? -ENOMEM : -ENOTSUP;
	for (int keep = 0; keep < 256; keep++)
		for (int i = 0, at = 0; i < EIGHT; i++)
			if (keep >> i & 1) {
				s->byte[keep][2 * at] = (uint8_t)(2 * i);
				s->byte[keep][2 * at++ + 1] = (uint8_t)(2 * i + 1);
			}
	*state = s;
	return 0;
}

#endif
