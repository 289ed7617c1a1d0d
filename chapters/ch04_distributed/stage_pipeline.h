/* SPDX-License-Identifier: MIT
 *
 * stage_pipeline.h - what a rank does for a microbatch: forward, the gradient for the
 * stage before, and that of its weights.  A window has a place for each microbatch on
 * its way there, and behind them one for each on its way back.
 */
#include <aisp/small_product.h>
#include <sched.h>
#include <string.h>

enum { FORWARD, BACK }; /* signals: microbatches that this rank has handed on */

struct stage {
	const struct aisp_io *io;
	const struct aisp_ranks *r;
	int64_t rows, width, level; /* of a microbatch; its elements */
	float *z;                   /* of all microbatches; in the end dz */
	float *turned;              /* w^T */
};

static inline struct stage begin_stage(const struct aisp_io *io)
{
	int64_t w = io->param[WIDTH], level = io->param[ROWS] * w;
	struct stage s = { io, io->ranks, io->param[ROWS], w, level, io->workspace };
	const float *weights = aisp_in_f32(io, W);

	s.turned = s.z + io->param[MICROBATCHES] * level;
	for (int64_t i = 0; i < w && s.r->rank; i++)
		for (int64_t j = 0; j < w; j++)
			s.turned[j * w + i] = weights[i * w + j];
	memset(aisp_out_f32(io, 0), 0, (size_t)(w * w) * sizeof(float));
	return s;
}

static inline int is_last(const struct stage *s)
{
	return s->r->rank == s->r->n - 1;
}

/* Has the peer on that way handed on microbatch m?  The first and the last stage have
 * none: their inputs are there. */
static inline int is_there(const struct stage *s, int way, int64_t m)
{
	int peer = s->r->rank + (way == FORWARD ? -1 : 1);

	return peer < 0 || peer == s->r->n ||
	       __atomic_load_n(aisp_signal_of(s->r, peer, way), __ATOMIC_ACQUIRE) > m;
}

static inline void await(const struct stage *s, int way, int64_t m)
{
	int peer = s->r->rank + (way == FORWARD ? -1 : 1);

	if (!is_there(s, way, m))
		aisp_signal_wait(s->r, peer, way, (uint32_t)m + 1);
}

static inline const float *taken(const struct stage *s, int64_t m)
{
	return s->r->rank ? rows_for(s->io, s->r->rank - 1, FORWARD, m)
			  : aisp_in_f32(s->io, X) + m * s->level;
}

static inline struct aisp_product by_weights(const struct stage *s, float *c,
					     const float *a, const float *b)
{
	return (struct aisp_product){ .c = c,
				      .a = a,
				      .b = b,
				      .m = s->rows,
				      .n = s->width,
				      .k = s->width,
				      .row = s->width,
				      .depth = 1 };
}

AISP_CLONES static void curve(float *restrict h, const float *restrict z, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		h[i] = z[i] / (1 + __builtin_fabsf(z[i]));
}

/* z becomes dz. */
AISP_CLONES static void slope(float *restrict z, const float *restrict dh, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		float down = 1 / (1 + __builtin_fabsf(z[i]));

		z[i] = dh[i] * down * down;
	}
}

static inline void forward(const struct stage *s, int64_t m)
{
	float *z = s->z + m * s->level;
	const struct aisp_product p =
		by_weights(s, z, taken(s, m), aisp_in_f32(s->io, W));

	aisp_multiply(&p);
	if (is_last(s))
		return;
	curve(rows_for(s->io, s->r->rank, FORWARD, m), z, s->level);
	aisp_signal_set(s->r, s->r->rank, FORWARD, (uint32_t)m + 1);
}

/* The gradient that the stage before waits for. */
static inline void back(const struct stage *s, int64_t m)
{
	float *z = s->z + m * s->level;

	slope(z,
	      is_last(s) ? aisp_in_f32(s->io, DY) + m * s->level
			 : rows_for(s->io, s->r->rank + 1, BACK, m),
	      s->level);
	if (s->r->rank) {
		const struct aisp_product p = by_weights(
			s, rows_for(s->io, s->r->rank, BACK, m), z, s->turned);

		aisp_multiply(&p);
		aisp_signal_set(s->r, s->r->rank, BACK, (uint32_t)m + 1);
	}
}

/* The gradient of the weights, for which no rank waits. */
static inline void learn(const struct stage *s, int64_t m)
{
	const struct aisp_product p = { .c = aisp_out_f32(s->io, 0),
					.a = taken(s, m),
					.b = s->z + m * s->level,
					.m = s->width,
					.n = s->width,
					.k = s->rows,
					.row = 1,
					.depth = s->width,
					.is_added = 1 };

	aisp_multiply(&p);
}

static inline void await_forward(const struct stage *s, int64_t m)
{
	await(s, FORWARD, m);
	forward(s, m);
}

static inline void await_back(const struct stage *s, int64_t m)
{
	await(s, BACK, m);
	back(s, m);
	learn(s, m);
}
