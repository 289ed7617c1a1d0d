/* SPDX-License-Identifier: MIT
 *
 * sparse24_cpu.h - C by strips of 32 rows of X, which lie turned and in fp32, so that a
 * weight multiplies 32 neighbours.  Two rows of W at a time.
 */
#ifndef SPARSE24_CPU_H
#define SPARSE24_CPU_H

#include <aisp/clones.h>

#define VECTORS 4

typedef float eight __attribute__((vector_size(32), may_alias));

/* The sums of a strip for one row of W. */
struct sums {
	eight of[VECTORS];
};

static inline __attribute__((always_inline)) void add(struct sums *s, float weight,
						      const float *x)
{
#pragma GCC unroll 4
	for (int i = 0; i < VECTORS; i++)
		s->of[i] += weight * ((const eight *)x)[i];
}

/* The variant defines it, for two rows of W; the second may be the first again. */
static void multiply(struct sums s[2], const struct aisp_io *io, int64_t row,
		     int64_t next, const float *x);

/* Column c of the strip's n rows, zeros behind them, is 32 neighbours of `to`. */
static void turn_strip(const uint16_t *x, int64_t n, int64_t k, float *to)
{
	for (int64_t r = 0; r < STRIP; r++)
		for (int64_t c = 0; c < k; c++)
			to[c * STRIP + r] = r < n ? from_bf16(x[r * k + c]) : 0;
}

static void store(uint16_t *c, const struct sums *s, int64_t n)
{
	float all[STRIP];

	memcpy(all, s, sizeof(all));
	for (int64_t i = 0; i < n; i++)
		c[i] = to_bf16(all[i]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	const uint16_t *x = (const uint16_t *)io->in[IN_X].data;
	uint16_t *c = (uint16_t *)io->out[0].data;
	float *strip = (float *)io->workspace;

	(void)state;
	for (int64_t j = 0; j < n; j += STRIP) {
		int64_t n_here = n - j < STRIP ? n - j : STRIP;

		turn_strip(x + j * k, n_here, k, strip);
		for (int64_t i = 0; i < m; i += 2) {
			int64_t next = i + 1 < m ? i + 1 : i;
			struct sums s[2] = { 0 };

			multiply(s, io, i, next, strip);
			store(c + i * n + j, &s[0], n_here);
			store(c + next * n + j, &s[1], n_here);
		}
	}
	return 0;
}

#endif
