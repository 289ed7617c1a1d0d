/* SPDX-License-Identifier: MIT
 *
 * ssm_chunk_cpu.h - some steps of a state-space layer as products of matrices.  With g
 * for what is left of the state before, after each step of the chunk:
 *
 *     y = g (C state) + W X       W[t][s] = (c_t b_s) g_t / g_s, s up to t
 *     state = g_last state + B^T (X g_last / g)
 */
#ifndef SSM_CHUNK_CPU_H
#define SSM_CHUNK_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/small_product.h>
#include <string.h>

#define STEPS 32 /* of a chunk: g is 2^-32 at least */
#define ROWS  8  /* of W that end at the same column */

/* What all heads share, wide; steps beyond the last are 0. */
struct shared_steps {
	float b[STEPS * STATE], b_turned[STATE * STEPS], c[STEPS * STATE];
	float both[STEPS * STEPS]; /* c_t b_s */
};

struct own_steps {
	float x[STEPS * MOST_DIM], y[STEPS * MOST_DIM];
	float weight[STEPS * STEPS], left[STEPS]; /* g */
};

AISP_CLONES static void widen(float *restrict to, const uint16_t *restrict x, int64_t n,
			      int64_t n_all)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = from_bf16(x[i]);
	memset(to + n, 0, (size_t)(n_all - n) * sizeof(*to));
}

static void begin_chunk(struct shared_steps *s, const uint16_t *b, const uint16_t *c,
			int64_t n)
{
	struct aisp_product both = { s->both, s->c,  s->b_turned, STEPS, STEPS,
				     STATE,   STATE, 1,           0 };

	widen(s->b, b, n * STATE, STEPS * STATE);
	widen(s->c, c, n * STATE, STEPS * STATE);
	for (int64_t t = 0; t < STEPS; t++)
		for (int64_t i = 0; i < STATE; i++)
			s->b_turned[i * STEPS + t] = s->b[t * STATE + i];
	aisp_multiply(&both);
}

static void begin_head(struct own_steps *o, const struct shared_steps *s,
		       const uint16_t *x, const float *step, float rate, int64_t n,
		       int64_t dim)
{
	float sum = 0, inverse[STEPS];

	widen(o->x, x, n * dim, STEPS * dim);
	for (int64_t t = 0; t < STEPS; t++) {
		sum += t < n ? step[t] * rate : 0;
		o->left[t] = exp2f(-sum);
		inverse[t] = exp2f(sum);
	}
	for (int64_t t = 0; t < STEPS; t++)
		for (int64_t u = 0; u < STEPS; u++)
			o->weight[t * STEPS + u] =
				u <= t ? s->both[t * STEPS + u] *
						 (o->left[t] * inverse[u])
				       : 0;
}

AISP_CLONES static void scale(float *x, int64_t n, float by)
{
	for (int64_t i = 0; i < n; i++)
		x[i] *= by;
}

static void read_state(struct own_steps *o, const struct shared_steps *s,
		       const float *state, int64_t dim)
{
	struct aisp_product before = {
		o->y, s->c, state, STEPS, dim, STATE, STATE, 1, 0
	};

	aisp_multiply(&before);
	for (int64_t t = 0; t < STEPS; t++)
		scale(o->y + t * dim, dim, o->left[t]);
	for (int64_t t = 0; t < STEPS; t += ROWS) {
		struct aisp_product own = { o->y + t * dim,
					    o->weight + t * STEPS,
					    o->x,
					    ROWS,
					    dim,
					    t + ROWS,
					    STEPS,
					    1,
					    1 };

		aisp_multiply(&own);
	}
}

/* X is changed, too. */
static void change_state(struct own_steps *o, const struct shared_steps *s,
			 float *state, int64_t dim)
{
	struct aisp_product add = { state, s->b, o->x, STATE, dim, STEPS, 1, STATE, 1 };

	for (int64_t t = 0; t < STEPS; t++)
		scale(o->x + t * dim, dim, o->left[STEPS - 1] / o->left[t]);
	scale(state, STATE * dim, o->left[STEPS - 1]);
	aisp_multiply(&add);
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

AISP_CLONES static void narrow(uint16_t *restrict to, const float *restrict x,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = to_bf16(x[i]);
}

/* Steps [t, t + n) of a head. */
static void take_chunk(const struct aisp_io *io, const struct shared_steps *s,
		       int64_t head, int64_t t, int64_t n)
{
	int64_t dim = io->param[DIM], row = head * io->param[SEQ] + t;
	float *state = (float *)io->workspace + head * STATE * dim;
	struct own_steps o;

	begin_head(&o, s, (const uint16_t *)io->in[IN_X].data + row * dim,
		   aisp_in_f32(io, IN_STEP) + row, rate_of(head), n, dim);
	read_state(&o, s, state, dim);
	narrow((uint16_t *)io->out[0].data + row * dim, o.y, n * dim);
	change_state(&o, s, state, dim);
}

static void take_heads(const struct aisp_io *io, int64_t first, int64_t end)
{
	int64_t seq = io->param[SEQ], state = STATE * io->param[DIM];
	struct shared_steps s;

	memset((float *)io->workspace + first * state, 0,
	       (size_t)((end - first) * state) * sizeof(float));
	for (int64_t t = 0; t < seq; t += STEPS) {
		int64_t n = least(STEPS, seq - t);

		begin_chunk(&s, (const uint16_t *)io->in[IN_B].data + t * STATE,
			    (const uint16_t *)io->in[IN_C].data + t * STATE, n);
		for (int64_t h = first; h < end; h++)
			take_chunk(io, &s, h, t, n);
	}
}

#endif
