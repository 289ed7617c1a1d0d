/* SPDX-License-Identifier: MIT
 *
 * linear_ce.h - logits, their softmax and their gradients, a tile of words at a time.
 * Logits lie word by word, x[word][row], so that all three products are of one kind and
 * a step of the softmax is a vector loop along the rows.
 */
#include <aisp/exp2.h>
#include <math.h>
#include <string.h>

#include "product_tile.h"
#include "turn.h"

#define WORDS  96 /* of a tile: rows and columns of products fit */
#define LOG2_E 1.44269504f

/* Some rows of a batch. */
struct rows {
	const struct aisp_io *io;
	int64_t first, n;
	int is_added;  /* dw holds what earlier rows have left */
	float *room;   /* of the products */
	float *turned; /* h: inputs x n */
	/* Of n rows, so far: the largest logit, now and before this tile, and the sum
	 * of powers e^(x - max). */
	float *max, *before, *sum;
};

/* Lays out buffers for n rows in the workspace; returns the address behind them. */
static inline float *lay_out(struct rows *r, const struct aisp_io *io, int64_t n)
{
	int64_t in = io->param[INPUTS], lines = (n + 15) / 16 * 16;

	r->io = io;
	r->room = io->workspace;
	r->turned = r->room + ROOM_ELEMS;
	r->max = r->turned + in * lines;
	r->before = r->max + lines;
	r->sum = r->before + lines;
	return r->sum + lines;
}

/* n rows from `first` on: no logit of them is known yet. */
static inline void begin_rows(struct rows *r, int64_t first, int64_t n)
{
	int64_t in = r->io->param[INPUTS];
	const float *h = aisp_in_f32(r->io, H) + first * in;

	r->first = first;
	r->n = n;
	r->is_added = first > 0;
	turn(h, in, r->turned, n, n, in);
	for (int64_t i = 0; i < n; i++) {
		r->max[i] = -INFINITY;
		r->sum[i] = 0;
	}
	memset(aisp_out_f32(r->io, DH) + first * in, 0,
	       (size_t)(n * in) * sizeof(float));
}

/* Words of the tile that begins with this word. */
static inline int64_t words_of(const struct rows *r, int64_t word)
{
	int64_t left = r->io->param[VOCAB] - word;

	return left < WORDS ? left : WORDS;
}

static inline void find_logits(const struct rows *r, int64_t word, float *x)
{
	int64_t in = r->io->param[INPUTS];
	const float *w = aisp_in_f32(r->io, W) + word * in;
	struct product p = { .c = x,
			     .a = w,
			     .b = r->turned,
			     .m = words_of(r, word),
			     .n = r->n,
			     .k = in,
			     .row = in,
			     .depth = 1,
			     .room = r->room };

	multiply(&p);
}

AISP_CLONES static void raise(float *restrict max, const float *restrict x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		max[i] = x[i] > max[i] ? x[i] : max[i];
}

/* Scales sums down to maxima that have risen. */
AISP_CLONES static void shrink(float *restrict sum, const float *restrict before,
			       const float *restrict max, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		sum[i] *= aisp_exp2f((before[i] - max[i]) * LOG2_E);
}

AISP_CLONES static void add_powers(float *restrict sum, const float *restrict max,
				   const float *restrict x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		sum[i] += aisp_exp2f((x[i] - max[i]) * LOG2_E);
}

static inline const int32_t *targets_of(const struct rows *r)
{
	return (const int32_t *)r->io->in[TARGET].data + r->first;
}

/* Adds the tile to the softmax, and notes the logits of targets. */
static inline void take_logits(const struct rows *r, int64_t word, const float *x)
{
	const int32_t *target = targets_of(r);
	int64_t words = words_of(r, word);

	memcpy(r->before, r->max, (size_t)r->n * sizeof(float));
	for (int64_t v = 0; v < words; v++)
		raise(r->max, x + v * r->n, r->n);
	shrink(r->sum, r->before, r->max, r->n);
	for (int64_t v = 0; v < words; v++)
		add_powers(r->sum, r->max, x + v * r->n, r->n);
	for (int64_t i = 0; i < r->n; i++)
		if (target[i] >= word && target[i] < word + words)
			aisp_out_f32(r->io, LOSS)[r->first + i] =
				x[(target[i] - word) * r->n + i];
}

/* After all logits: finds losses, and turns sums into factors of gradients. */
static inline void find_losses(const struct rows *r)
{
	float *loss = aisp_out_f32(r->io, LOSS) + r->first;

	for (int64_t i = 0; i < r->n; i++) {
		loss[i] = logf(r->sum[i]) + (r->max[i] - loss[i]);
		r->sum[i] = 1 / (r->sum[i] * (float)r->io->param[ROWS]);
	}
}

AISP_CLONES static void to_shares(const float *restrict max, const float *restrict sum,
				  float *restrict x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = aisp_exp2f((x[i] - max[i]) * LOG2_E) * sum[i];
}

/* Turns a tile's logits into their gradients. */
static inline void to_gradients(const struct rows *r, int64_t word, float *x)
{
	const int32_t *target = targets_of(r);
	int64_t words = words_of(r, word);

	for (int64_t v = 0; v < words; v++)
		to_shares(r->max, r->sum, x + v * r->n, r->n);
	for (int64_t i = 0; i < r->n; i++)
		if (target[i] >= word && target[i] < word + words)
			x[(target[i] - word) * r->n + i] -=
				1 / (float)r->io->param[ROWS];
}

/* dh += g w and dw = or += g^T h, of a tile's words. */
static inline void take_back(const struct rows *r, int64_t word, const float *g)
{
	int64_t in = r->io->param[INPUTS], words = words_of(r, word);
	struct product dh = { .c = aisp_out_f32(r->io, DH) + r->first * in,
			      .a = g,
			      .b = aisp_in_f32(r->io, W) + word * in,
			      .m = r->n,
			      .n = in,
			      .k = words,
			      .row = 1,
			      .depth = r->n,
			      .is_added = 1,
			      .room = r->room };
	struct product dw = { .c = aisp_out_f32(r->io, DW) + word * in,
			      .a = g,
			      .b = aisp_in_f32(r->io, H) + r->first * in,
			      .m = words,
			      .n = in,
			      .k = r->n,
			      .row = r->n,
			      .depth = 1,
			      .is_added = r->is_added,
			      .room = r->room };

	multiply(&dh);
	multiply(&dw);
}
