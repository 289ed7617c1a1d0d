/* SPDX-License-Identifier: MIT
 *
 * A step of a training: a net of two layers,
 *
 *     z = X W1^T, h = silu(z), y = h W2^T, e = y - T
 *     W2' = W2 - RATE e^T h, W1' = W1 - RATE (e W2 silu'(z))^T X
 *
 * Each line is a few kernels that need what the line before made, and each is short.
 */
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { BATCH, INPUTS, HIDDEN, OUTPUTS };
enum { X, W1, W2, T };
enum { NEW_W1, NEW_W2 };

#define RATE 0.125f

/* Numbers between two layers, or a gradient; all that a step keeps. */
static inline int64_t kept_elems(const int64_t *p)
{
	return p[BATCH] * (4 * p[HIDDEN] + 2 * p[OUTPUTS]) +
	       p[HIDDEN] * (p[INPUTS] + p[OUTPUTS]);
}

static void add_matrix(struct aisp_problem *pr, const char *name, int64_t rows,
		       int64_t cols)
{
	aisp_add_in(pr, (struct aisp_spec){ name, AISP_F32, 2, { rows, cols } });
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t b = p[BATCH], d = p[INPUTS], h = p[HIDDEN], o = p[OUTPUTS];

	add_matrix(pr, "x", b, d);
	add_matrix(pr, "w1", h, d);
	add_matrix(pr, "w2", o, h);
	add_matrix(pr, "t", b, o);
	aisp_add_out(pr, (struct aisp_spec){ "new_w1", AISP_F32, 2, { h, d } });
	aisp_add_out(pr, (struct aisp_spec){ "new_w2", AISP_F32, 2, { o, h } });
	pr->flops = (double)b * (double)h * (4.0 * (double)d + 6.0 * (double)o);
	pr->bytes = 4.0 * (double)(b * d + 2 * h * d + 2 * o * h + b * o);
	pr->bound_by = "launches that wait for each other";
	pr->workspace_bytes = (size_t)kept_elems(p) * sizeof(float);
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO;
	/* Sums of sums, of which each is as exact as fp32 allows. */
	pr->error_c = 2 * (aisp_error_sum(b) + aisp_error_sum(d) + aisp_error_sum(h) +
			   aisp_error_sum(o));
}

/* Between -1 and 1, weights an eighth of it, so that nothing overflows. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	(void)bits;
	for (int i = X; i <= T; i++) {
		float *v = (float *)io->in[i].data;
		float scale = i == W1 || i == W2 ? 0.125f : 1;

		for (int64_t e = 0; e < aisp_elems(&io->in[i]); e++)
			v[e] = scale * v[e] / (1 + fabsf(v[e]));
	}
}

/* A number, and what its error is in proportion to. */
struct term {
	double of, mag;
};

/* sum = a_i b_i, n of each at their strides; an error of either counts. */
static struct term dot(const struct term *a, int64_t sa, const struct term *b,
		       int64_t sb, int64_t n)
{
	struct term s = { 0, (double)n * (double)FLT_MIN };

	for (int64_t i = 0; i < n; i++) {
		s.of += a[i * sa].of * b[i * sb].of;
		s.mag += a[i * sa].mag * b[i * sb].mag;
	}
	return s;
}

/* All that a step makes; x to t are inputs. */
struct step {
	int64_t b, d, h, o;
	struct term *x, *w1, *w2, *t, *z, *act, *e, *dz;
};

static struct term *load(const struct aisp_tensor *from, struct term *to)
{
	for (int64_t i = 0; i < aisp_elems(from); i++) {
		double v = (double)((const float *)from->data)[i];

		to[i] = (struct term){ v, fabs(v) };
	}
	return to + aisp_elems(from);
}

static void forward(struct step *s)
{
	for (int64_t i = 0; i < s->b * s->h; i++) {
		struct term z = dot(s->x + i / s->h * s->d, 1, s->w1 + i % s->h * s->d,
				    1, s->d);
		double act = z.of / (1 + exp(-z.of));

		s->z[i] = z;
		/* The slope of silu is at most 1.1. */
		s->act[i] = (struct term){ act, 1.1 * z.mag + fabs(act) };
	}
	for (int64_t i = 0; i < s->b * s->o; i++) {
		struct term y = dot(s->act + i / s->o * s->h, 1,
				    s->w2 + i % s->o * s->h, 1, s->h);

		s->e[i] = (struct term){ y.of - s->t[i].of, y.mag + s->t[i].mag };
	}
}

static void backward(struct step *s)
{
	for (int64_t i = 0; i < s->b * s->h; i++) {
		struct term d =
			dot(s->e + i / s->h * s->o, 1, s->w2 + i % s->h, s->h, s->o);
		double z = s->z[i].of, share = 1 / (1 + exp(-z));

		s->dz[i].of = d.of * share * (1 + z * (1 - share));
		/* The slope of that slope is at most 0.5. */
		s->dz[i].mag = 1.1 * d.mag + 0.5 * fabs(d.of) * s->z[i].mag;
	}
}

/* Returns 0, or -1 without memory. */
static int take_step(const struct aisp_io *io, struct step *s)
{
	const int64_t *p = io->param;
	int64_t b = p[BATCH], d = p[INPUTS], h = p[HIDDEN], o = p[OUTPUTS];
	size_t n = (size_t)(b * d + h * d + o * h + 2 * b * o + 3 * b * h);
	struct term *all = (struct term *)malloc(n * sizeof(*all));

	*s = (struct step){ b, d, h, o, all };
	if (!all)
		return -1;
	s->w1 = load(&io->in[X], s->x);
	s->w2 = load(&io->in[W1], s->w1);
	s->t = load(&io->in[W2], s->w2);
	s->z = load(&io->in[T], s->t);
	s->act = s->z + b * h;
	s->dz = s->act + b * h;
	s->e = s->dz + b * h;
	forward(s);
	backward(s);
	return 0;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	struct step s;
	int is_there = take_step(io, &s) == 0;

	for (int64_t e = 0; e < n; e++) {
		int64_t cols = o == NEW_W1 ? io->param[INPUTS] : io->param[HIDDEN];
		int64_t row = (first + e) / cols, col = (first + e) % cols;
		struct term w, g;

		ref[e] = mag[e] = (double)NAN; /* without memory nothing passes */
		if (!is_there)
			continue;
		w = o == NEW_W1 ? s.w1[first + e] : s.w2[first + e];
		g = o == NEW_W1 ? dot(s.dz + row, s.h, s.x + col, s.d, s.b)
				: dot(s.e + row, s.o, s.act + col, s.h, s.b);
		ref[e] = w.of - (double)RATE * g.of;
		mag[e] = w.mag + (double)RATE * g.mag;
	}
	free(s.x);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a training step",
	.n_params = 4,
	.params = { [BATCH] = { "batch", 9, 64, 256, "rows of inputs" },
		    [INPUTS] = { "inputs", 21, 128, 256, "columns of inputs" },
		    [HIDDEN] = { "hidden", 35, 256, 512, "numbers between layers" },
		    [OUTPUTS] = { "outputs", 5, 64, 128, "columns of outputs" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};
