/* SPDX-License-Identifier: MIT
 *
 * Sixteen rows at a time are widened once and used by all heads while they are in a
 * cache; the heads' sums are in the second-level cache.  Online softmax (M. Milakov and
 * N. Gimelshein, arXiv:1805.02867).
 * FLAGS: -O3
 */
#include "workload_mla.h"

#include <aisp/exp2.h>

#include "mla_cpu.h"

#define SLAB  16 /* rows */
#define LANES 16 /* numbers of a partial score */
#define DOTS  4  /* scores under way, each with chains of additions of its own */
#define WIDE  64 /* numbers of a sum in registers */

/* What a head has so far. */
struct head {
	float q[ROW_DIM], sum[LATENT], max, total;
};

/* DOTS scores: each number of q is loaded once for all of them. */
INLINE void dots(float *s, const float *restrict q, const float *restrict rows)
{
	float part[DOTS][LANES] = { 0 };

	for (int c = 0; c < ROW_DIM; c += LANES)
		for (int j = 0; j < DOTS; j++)
			for (int i = 0; i < LANES; i++)
				part[j][i] += q[c + i] * rows[j * ROW_DIM + c + i];
	for (int j = 0; j < DOTS; j++) {
		s[j] = 0;
		for (int i = 0; i < LANES; i++)
			s[j] += part[j][i];
	}
}

/* sum = by sum + weighted rows, WIDE numbers of each. */
INLINE void weigh(float *restrict sum, float by, const float *s,
		  const float *restrict rows)
{
	float own[WIDE];

	for (int c = 0; c < WIDE; c++)
		own[c] = by * sum[c];
	for (int j = 0; j < SLAB; j++)
		for (int c = 0; c < WIDE; c++)
			own[c] += s[j] * rows[j * ROW_DIM + c];
	for (int c = 0; c < WIDE; c++)
		sum[c] = own[c];
}

/* n rows, behind which the slab has any finite ones. */
AISP_CLONES static void meet(struct head *h, const float *rows, int64_t n)
{
	float s[SLAB], old = h->max, by, total = 0;

	for (int64_t j = 0; j < SLAB; j += DOTS)
		dots(s + j, h->q, rows + j * ROW_DIM);
	for (int64_t j = 0; j < n; j++)
		h->max = s[j] > h->max ? s[j] : h->max;
	by = aisp_exp2f(old - h->max);
	for (int64_t j = 0; j < SLAB; j++) {
		s[j] = j < n ? aisp_exp2f(s[j] - h->max) : 0;
		total += s[j];
	}
	h->total = h->total * by + total;
	for (int c = 0; c < LATENT; c += WIDE)
		weigh(h->sum + c, by, s, rows + c);
}

static void begin(struct head *h, const uint16_t *q)
{
	widen(h->q, q, ROW_DIM, MLA_SCALE);
	h->max = -INFINITY;
	h->total = 0;
	for (int c = 0; c < LATENT; c++)
		h->sum[c] = 0;
}

static void attend(const struct latent *l, struct head *head)
{
	float rows[SLAB * ROW_DIM] = { 0 };

	for (int64_t h = 0; h < l->p[HEADS]; h++)
		begin(head + h, l->q + h * ROW_DIM);
	for (int64_t j = 0; j < l->tokens; j += SLAB) {
		int64_t n = l->tokens - j < SLAB ? l->tokens - j : SLAB;

		for (int64_t i = 0; i < n; i++)
			widen(rows + i * ROW_DIM, row_at(l, j + i), ROW_DIM, 1);
		for (int64_t h = 0; h < l->p[HEADS]; h++)
			meet(head + h, rows, n);
	}
	for (int64_t h = 0; h < l->p[HEADS]; h++)
		finish(l->o + h * LATENT, head[h].sum, head[h].total);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < io->param[BATCH]; i++) {
		struct latent l = latent_of(io, i);

		attend(&l, io->workspace);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "16 rows at a time for all heads, online softmax",
	.run = run,
};
