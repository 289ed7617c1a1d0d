/* SPDX-License-Identifier: MIT
 *
 * online_ring_attention.h - attention of some queries to keys and values that come in
 * blocks: earlier sums are scaled down when a larger score comes (M. Milakov, N.
 * Gimelshein, Online normalizer calculation for softmax, 2018).
 */
#include <aisp/exp2.h>
#include <aisp/small_product.h>
#include <string.h>

#define QUERY_ROWS 32
#define KEY_ROWS   64
#define LOG2_E     1.44269504f

/* Consecutive positions; the row of a position holds all heads. */
struct rows {
	const float *q, *k, *v; /* either q, or k and v */
	int64_t first, n;
};

/* The sums of all heads, one head behind the other. */
struct sums {
	float *acc, *max, *sum; /* n dim, n, n for each head */
	int64_t n, heads, dim;
};

static inline struct sums begin_sums(const struct aisp_io *io, float *room, int64_t n)
{
	struct sums s = {
		.acc = room, .n = n, .heads = io->param[HEADS], .dim = io->param[DIM]
	};

	s.max = s.acc + n * s.heads * s.dim;
	s.sum = s.max + n * s.heads;
	memset(room, 0, sizeof(float) * (size_t)(n * s.heads * (s.dim + 2)));
	for (int64_t i = 0; i < n * s.heads; i++)
		s.max[i] = -__FLT_MAX__ / 4;
	return s;
}

/* A block of keys, transposed, and of values, of one head; zeros behind the last. */
struct block {
	float keys[MOST_DIM * KEY_ROWS], values[KEY_ROWS * MOST_DIM];
	int64_t first, n;
};

static inline void load_block(struct block *b, const struct rows *keys, int64_t j,
			      int64_t head, const struct sums *s)
{
	int64_t dim = s->dim, row = s->heads * dim, at = j * row + head * dim;

	b->first = keys->first + j;
	b->n = keys->n - j < KEY_ROWS ? keys->n - j : KEY_ROWS;
	memset(b->keys, 0, sizeof(float) * (size_t)(dim * KEY_ROWS));
	memset(b->values, 0, sizeof(float) * (size_t)(dim * KEY_ROWS));
	for (int64_t r = 0; r < b->n; r++, at += row) {
		for (int64_t c = 0; c < dim; c++)
			b->keys[c * KEY_ROWS + r] = keys->k[at + c];
		memcpy(b->values + r * dim, keys->v + at, (size_t)dim * sizeof(float));
	}
}

/* Eight chains for each of both, so that compilers make vectors of them. */
static inline float largest(const float *x)
{
	float top[AISP_TILE_LANES], most = x[0];

	memcpy(top, x, sizeof(top));
	for (int64_t j = AISP_TILE_LANES; j < KEY_ROWS; j += AISP_TILE_LANES)
		for (int l = 0; l < AISP_TILE_LANES; l++)
			top[l] = x[j + l] > top[l] ? x[j + l] : top[l];
	for (int l = 0; l < AISP_TILE_LANES; l++)
		most = top[l] > most ? top[l] : most;
	return most;
}

static inline float sum_of(const float *x)
{
	float part[AISP_TILE_LANES] = { 0 }, sum = 0;

	for (int64_t j = 0; j < KEY_ROWS; j += AISP_TILE_LANES)
		for (int l = 0; l < AISP_TILE_LANES; l++)
			part[l] += x[j + l];
	for (int l = 0; l < AISP_TILE_LANES; l++)
		sum += part[l];
	return sum;
}

/* Turns scores of a row into weights; n of them count.  Returns the factor of earlier
 * sums. */
AISP_CLONES static float weigh_row(float *restrict score, int64_t n, float scale,
				   float *max, float *sum)
{
	float most, shrink;

	for (int64_t j = 0; j < KEY_ROWS; j++)
		score[j] = j < n ? score[j] * scale : -__FLT_MAX__ / 4;
	most = largest(score);
	most = *max > most ? *max : most;
	for (int64_t j = 0; j < KEY_ROWS; j++)
		score[j] = aisp_exp2f(score[j] - most);
	for (int64_t j = n > 0 ? n : 0; j < KEY_ROWS; j++)
		score[j] = 0;
	shrink = aisp_exp2f(*max - most);
	*max = most;
	*sum = *sum * shrink + sum_of(score);
	return shrink;
}

/* Adds a block of keys to the sums of up to QUERY_ROWS queries from `at` on. */
static inline void meet(const struct sums *s, const struct rows *q, int64_t at,
			int64_t head, const struct block *b)
{
	float scores[QUERY_ROWS * KEY_ROWS],
		*acc = s->acc + (head * s->n + at) * s->dim;
	int64_t dim = s->dim, n = q->n - at < QUERY_ROWS ? q->n - at : QUERY_ROWS;
	const struct aisp_product qk = { scores,
					 q->q + (at * s->heads + head) * dim,
					 b->keys,
					 n,
					 KEY_ROWS,
					 dim,
					 s->heads * dim,
					 1,
					 0 };
	const struct aisp_product pv = { acc,      scores,   b->values, n, dim,
					 KEY_ROWS, KEY_ROWS, 1,         1 };

	aisp_multiply(&qk);
	for (int64_t r = 0; r < n; r++) {
		int64_t seen = q->first + at + r - b->first + 1,
			i = head * s->n + at + r;
		float shrink =
			weigh_row(scores + r * KEY_ROWS, seen < b->n ? seen : b->n,
				  LOG2_E / sqrtf((float)dim), s->max + i, s->sum + i);

		for (int64_t c = 0; c < dim; c++)
			acc[r * dim + c] *= shrink;
	}
	aisp_multiply(&pv);
}

/* Keys behind a query are masked; blocks with only masked keys are skipped. */
static inline void attend(const struct sums *s, const struct rows *q,
			  const struct rows *keys)
{
	struct block b;

	for (int64_t head = 0; head < s->heads; head++)
		for (int64_t j = 0; j < keys->n; j += KEY_ROWS) {
			int64_t late = keys->first + j - q->first;

			if (late >= q->n)
				break;
			load_block(&b, keys, j, head, s);
			for (int64_t at = late > 0 ? late / QUERY_ROWS * QUERY_ROWS : 0;
			     at < q->n; at += QUERY_ROWS)
				meet(s, q, at, head, &b);
		}
}

/* Rows of all heads. */
static inline void end_sums(const struct sums *s, float *o)
{
	for (int64_t i = 0; i < s->n; i++)
		for (int64_t head = 0; head < s->heads; head++) {
			int64_t from = head * s->n + i;
			float share = 1 / s->sum[from];

			for (int64_t c = 0; c < s->dim; c++)
				*o++ = s->acc[from * s->dim + c] * share;
		}
}

/* A window has the shown tensors in this order. */
static inline float *shown(const struct aisp_io *io, int rank, int tensor)
{
	return (float *)io->ranks->window[rank] + tensor * aisp_elems(&io->in[Q]);
}

static inline void show(const struct aisp_io *io, int tensor)
{
	memcpy(shown(io, io->ranks->rank, tensor), io->in[tensor].data,
	       (size_t)aisp_elems(&io->in[Q]) * sizeof(float));
}
