/* SPDX-License-Identifier: MIT
 *
 * radix.h - a sort by digits of 8 bits, the last first.  A pass puts keys into the
 * order of one digit and keeps the order of those that agree in it; after four passes
 * all is in order (H. H. Seward 1954; D. Knuth, The Art of Computer
 * Programming, 5.2.5).
 */
#ifndef RADIX_H
#define RADIX_H

#include <aisp/host_device.h>
#include <stdint.h>

#define N_DIGITS (1 << DIGIT_BITS)
#define N_PASSES ((32 + DIGIT_BITS - 1) / DIGIT_BITS)

/* Negative keys come first: the sign counts the other way round. */
static inline AISP_HD unsigned digit_of(int32_t key, int pass)
{
	return ((uint32_t)key ^ 0x80000000u) >> (pass * DIGIT_BITS) & (N_DIGITS - 1);
}

/* Counts become where each digit's keys begin. */
static inline void begin_digits(int64_t *count)
{
	int64_t sum = 0;

	for (int d = 0; d < N_DIGITS; d++) {
		int64_t n = count[d];

		count[d] = sum;
		sum += n;
	}
}

static inline void count_digits(const int32_t *key, int64_t n, int pass, int64_t *count)
{
	for (int64_t i = 0; i < n; i++)
		count[digit_of(key[i], pass)]++;
}

/* Counts for all passes in one read: no pass changes how often a digit occurs. */
static inline void count_all(const int32_t *key, int64_t n,
			     int64_t count[N_PASSES][N_DIGITS])
{
	for (int64_t i = 0; i < n; i++)
		for (int pass = 0; pass < N_PASSES; pass++)
			count[pass][digit_of(key[i], pass)]++;
}

/* Source and destination of a pass: the last one ends in the output. */
struct move {
	const int32_t *from;
	int32_t *to;
};

static inline struct move move_of(const struct aisp_io *io, int pass)
{
	int32_t *out = (int32_t *)io->out[0].data, *spare = (int32_t *)io->workspace;
	int is_out = (N_PASSES - pass) % 2;
	struct move m = { is_out ? spare : out, is_out ? out : spare };

	if (pass == 0)
		m.from = (const int32_t *)io->in[0].data;
	return m;
}

#endif
