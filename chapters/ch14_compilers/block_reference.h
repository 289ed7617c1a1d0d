/* SPDX-License-Identifier: MIT
 *
 * block_reference.h - the block in double, a sequence at a time, with the bound of each
 * element (block_bound.h).  Included by its contract alone.
 */
#ifndef BLOCK_REFERENCE_H
#define BLOCK_REFERENCE_H

struct block_row {
	struct bound at[2 * MOST];
};

static inline struct bound block_in(const struct aisp_io *io, int in, int64_t at)
{
	return bound_exact((double)aisp_in_f32(io, in)[at]);
}

static void block_norm(const struct aisp_io *io, int gain, const struct block_row *x,
		       struct block_row *y)
{
	int64_t n = io->param[DIM];
	struct bound mean =
		bound_divide(bound_dot(x->at, x->at, 1, n), bound_exact((double)n));
	struct bound root = bound_root(bound_add(mean, bound_exact((double)EPSILON)));

	for (int64_t j = 0; j < n; j++)
		y->at[j] = bound_multiply(bound_divide(x->at[j], root),
					  block_in(io, gain, j));
}

/* Columns [first, first + n) of x times a matrix. */
static void block_product(const struct aisp_io *io, int in, const struct block_row *x,
			  int64_t first, int64_t n, struct block_row *y)
{
	int64_t depth = io->in[in].shape[0], cols = io->in[in].shape[1];
	struct bound column[MOST];

	for (int64_t j = 0; j < n; j++) {
		for (int64_t k = 0; k < depth; k++)
			column[k] = block_in(io, in, k * cols + first + j);
		y->at[j] = bound_dot(x->at, column, 1, depth);
	}
}

/* Halves of row x, turned by position s. */
static void block_turn(const struct aisp_io *io, int64_t s, struct block_row *x)
{
	int64_t half = io->param[DIM] / 2;

	for (int64_t j = 0; j < half; j++) {
		struct bound a = x->at[j], b = x->at[half + j];
		struct bound c = block_in(io, IN_TURN, 2 * half * s + j);
		struct bound d = block_in(io, IN_TURN, 2 * half * s + half + j);
		struct bound minus = bound_multiply(b, d);

		minus.x = -minus.x;
		x->at[j] = bound_add(bound_multiply(a, c), minus);
		x->at[half + j] = bound_add(bound_multiply(b, c), bound_multiply(a, d));
	}
}

static struct bound block_score(const struct aisp_io *io, int64_t head,
				const struct block_row *q, const struct block_row *k)
{
	int64_t half = io->param[DIM] / 2, n = half / io->param[HEADS], at = head * n;
	struct bound one = bound_dot(q->at + at, k->at + at, 1, n);
	struct bound two = bound_dot(q->at + half + at, k->at + half + at, 1, n);

	return bound_multiply(bound_add(one, two),
			      bound_exact(1 / sqrt((double)(2 * n))));
}

/* The attention of position s to positions up to its own. */
static void block_attend(const struct aisp_io *io, int64_t s, const struct block_row *q,
			 const struct block_row *k, const struct block_row *v,
			 struct block_row *y)
{
	int64_t heads = io->param[HEADS], n = io->param[DIM] / heads;
	struct bound w[MOST], one = bound_exact(1);

	for (int64_t h = 0; h < heads; h++) {
		struct bound max = { -INFINITY, 0 }, sum;

		for (int64_t j = 0; j <= s; j++) {
			w[j] = block_score(io, h, q, k + j);
			max = w[j].x > max.x ? w[j] : max;
		}
		max.x = -max.x;
		for (int64_t j = 0; j <= s; j++)
			w[j] = bound_exp(bound_add(w[j], max));
		sum = bound_dot(w, &one, 0, s + 1);
		for (int64_t j = 0; j <= s; j++)
			w[j] = bound_divide(w[j], sum);
		for (int64_t c = h * n; c < (h + 1) * n; c++)
			y->at[c] = bound_dot(w, &v->at[c],
					     sizeof(*v) / sizeof(struct bound), s + 1);
	}
}

/* The second half of the block: r = x + what attention gave, and y. */
static void block_rest(const struct aisp_io *io, const struct block_row *x,
		       const struct block_row *attended, struct block_row *y)
{
	int64_t d = io->param[DIM], f = io->param[HIDDEN];
	struct block_row r, h, up, gate;

	block_product(io, IN_OUT, attended, 0, d, &r);
	for (int64_t j = 0; j < d; j++)
		r.at[j] = bound_add(x->at[j], r.at[j]);
	block_norm(io, IN_GAIN2, &r, &h);
	block_product(io, IN_UP, &h, 0, 2 * f, &up);
	for (int64_t j = 0; j < f; j++) {
		struct bound minus = { -up.at[j].x, up.at[j].error };
		struct bound under = bound_add(bound_exact(1), bound_exp(minus));

		gate.at[j] =
			bound_multiply(bound_divide(up.at[j], under), up.at[f + j]);
	}
	block_product(io, IN_DOWN, &gate, 0, d, y);
	for (int64_t j = 0; j < d; j++)
		y->at[j] = bound_add(r.at[j], y->at[j]);
}

/* Sequence `which`: y of its tokens. */
static void block_sequence(const struct aisp_io *io, int64_t which, struct block_row *y)
{
	static _Thread_local struct block_row x[MOST], q[MOST], k[MOST], v[MOST];
	int64_t seq = io->param[SEQ], d = io->param[DIM];
	struct block_row h, attended;

	for (int64_t s = 0; s < seq; s++) {
		for (int64_t j = 0; j < d; j++)
			x[s].at[j] = block_in(io, IN_X, (which * seq + s) * d + j);
		block_norm(io, IN_GAIN1, &x[s], &h);
		block_product(io, IN_QKV, &h, 0, d, &q[s]);
		block_product(io, IN_QKV, &h, d, d, &k[s]);
		block_product(io, IN_QKV, &h, 2 * d, d, &v[s]);
		block_turn(io, s, &q[s]);
		block_turn(io, s, &k[s]);
	}
	for (int64_t s = 0; s < seq; s++) {
		block_attend(io, s, &q[s], k, v, &attended);
		block_rest(io, &x[s], &attended, &y[s]);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	static _Thread_local struct block_row y[MOST];
	int64_t seq = io->param[SEQ], d = io->param[DIM], ready = -1;

	(void)o;
	for (int64_t e = 0; e < n; e++) {
		int64_t t = (first + e) / d;

		if (t / seq != ready) {
			ready = t / seq;
			block_sequence(io, ready, y);
		}
		ref[e] = y[t % seq].at[(first + e) % d].x;
		mag[e] = y[t % seq].at[(first + e) % d].error;
	}
}

#endif
