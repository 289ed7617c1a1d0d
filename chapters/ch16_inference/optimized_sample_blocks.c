/* SPDX-License-Identifier: MIT
 *
 * The largest of each block of 64, which vectors find: the k-th largest of these is no
 * more than the k-th largest of all, so that few logits are looked at a second time.
 * LIBS: -lm
 */
#include "workload_sample.h"

#include <aisp/clones.h>

#include "sample_cpu.h"

#define BLOCK 64

/* As a number with a sign, which vectors compare; of blanks, the least. */
static inline int16_t signed_order(uint16_t bf16)
{
	return (int16_t)(sample_order(bf16) ^ 0x8000);
}

AISP_CLONES static void find_tops(const uint16_t *restrict l, int64_t n_blocks,
				  int16_t *restrict top)
{
	for (int64_t b = 0; b < n_blocks; b++) {
		int16_t most = INT16_MIN;

		for (int64_t i = 0; i < BLOCK; i++) {
			int16_t order = signed_order(l[b * BLOCK + i]);

			most = order > most ? order : most;
		}
		top[b] = most;
	}
}

/* The k-th largest of n, or the least number if there are fewer. */
static int16_t kth_of(const int16_t *x, int64_t n, int64_t k)
{
	int16_t best[MOST_K] = { 0 };
	int64_t m = 0;

	for (int64_t i = 0; i < n; i++) {
		int64_t at;

		if (m == k && x[i] <= best[k - 1])
			continue;
		for (at = m < k ? m++ : k - 1; at > 0 && best[at - 1] < x[i]; at--)
			best[at] = best[at - 1];
		best[at] = x[i];
	}
	return m < k ? INT16_MIN : best[k - 1];
}

/* Tokens of at least that order, by the blocks that have any. */
static int64_t collect(const uint16_t *l, int64_t vocab, const int16_t *top,
		       int16_t least, int32_t *token)
{
	int64_t n = 0;

	for (int64_t first = 0; first < vocab; first += BLOCK) {
		int64_t end = first + BLOCK < vocab ? first + BLOCK : vocab;

		if (end - first == BLOCK && top[first / BLOCK] < least)
			continue;
		for (int64_t i = first; i < end; i++)
			if (signed_order(l[i]) >= least)
				token[n++] = (int32_t)i;
	}
	return n;
}

/* Those of the candidates that are among the k largest; returns the largest logit. */
static float keep(struct candidates *c, const uint16_t *l, int64_t k, int16_t *order)
{
	int64_t n = 0;
	int16_t kth, most = INT16_MIN;
	float largest = 0;

	for (int64_t i = 0; i < c->n; i++)
		order[i] = signed_order(l[c->token[i]]);
	kth = kth_of(order, c->n, k);
	for (int64_t i = 0; i < c->n; i++) {
		if (order[i] < kth)
			continue;
		if (order[i] >= most)
			largest = from_bf16(l[c->token[i]]);
		most = order[i] > most ? order[i] : most;
		c->token[n++] = c->token[i];
	}
	c->n = n;
	return largest;
}

static int32_t draw_row(const struct aisp_io *io, const uint16_t *l, float u)
{
	int64_t vocab = io->param[VOCAB], k = io->param[K];
	struct candidates c = { 0, (int32_t *)io->workspace,
				(float *)io->workspace + vocab };
	int16_t *scratch = (int16_t *)c.weight; /* before there are weights */
	float largest;

	find_tops(l, vocab / BLOCK, scratch);
	c.n = collect(l, vocab, scratch, kth_of(scratch, vocab / BLOCK, k), c.token);
	largest = keep(&c, l, k, scratch);
	weigh(&c, l, largest, io->param[TEMPERATURE]);
	return draw_one(&c, u);
}

#include "sample_rows.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the maxima of blocks bound the k-th largest",
	.run = run,
};
