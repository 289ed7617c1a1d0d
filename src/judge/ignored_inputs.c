/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "ignored_inputs.h"

#define VIEW_ELEMS 65536 /* of each output, from its end on */

/* Outputs and references of one call. */
struct seen {
	double *got, *ref, *bound;
};

struct explain {
	struct aisp_session *s;
	int64_t n; /* elements looked at */
	struct seen before, after;
	double *room;
	bool *is_own;              /* belongs to the last rank */
	unsigned char *in_room;    /* the original inputs; */
	size_t in_at[AISP_MAX_IO]; /* offset of each */
};

static size_t in_bytes(const struct explain *x, int i)
{
	return aisp_tensor_bytes(&x->s->buffers->io[0].in[i]);
}

static unsigned char *in_data(const struct explain *x, int i)
{
	return x->in_room + x->in_at[i];
}

/* First element of the last rows of an output; of two ranks at least, if it has any. */
static int64_t view_first(const struct aisp_session *s, int o)
{
	const struct aisp_tensor *t = &s->buffers->io[0].out[o];
	int64_t n = aisp_elems(t), row = t->rank >= 2 ? t->shape[t->rank - 1] : 1;
	int64_t least = s->contract->problem.out[o].part[0] == AISP_PART_RANKS ? 2 : 1;
	int64_t rows = VIEW_ELEMS / row > least ? VIEW_ELEMS / row : least;

	return n > rows * row ? n - rows * row : 0;
}

static int explain_init(struct explain *x, struct aisp_session *s, struct aisp_err *err)
{
	const struct aisp_io *io = &s->buffers->io[0];
	size_t bytes = 0, n;

	*x = (struct explain){ .s = s };
	for (int o = 0; o < s->contract->problem.n_out; o++)
		x->n += aisp_elems(&io->out[o]) - view_first(s, o);
	for (int i = 0; i < s->contract->problem.n_in; i++)
		bytes += in_bytes(x, i);
	n = (size_t)x->n;
	x->room = calloc(6 * n + 1, sizeof(double));
	x->in_room = malloc(bytes + 1);
	x->is_own = calloc(n + 1, sizeof(bool));
	if (!x->room || !x->in_room || !x->is_own) {
		aisp_err_errno(err, "memory to explain wrong outputs");
		return -1;
	}
	x->before = (struct seen){ x->room, x->room + n, x->room + 2 * n };
	x->after = (struct seen){ x->room + 3 * n, x->room + 4 * n, x->room + 5 * n };
	bytes = 0;
	for (int i = 0; i < s->contract->problem.n_in; i++) {
		x->in_at[i] = bytes;
		bytes += in_bytes(x, i);
	}
	return 0;
}

static int64_t stride_of(const struct aisp_tensor *t, int axis)
{
	int64_t stride = 1;

	for (int a = axis + 1; a < t->rank; a++)
		stride *= t->shape[a];
	return stride;
}

/* Mark the viewed outputs that belong to the last rank. */
static void find_own(struct explain *x)
{
	const struct aisp_problem *pr = &x->s->contract->problem;
	const struct aisp_io *io = &x->s->buffers->io[0];
	int64_t at = 0;

	for (int o = 0; o < pr->n_out; o++) {
		const struct aisp_tensor *t = &io->out[o];
		int64_t first = view_first(x->s, o), n = aisp_elems(t) - first;

		for (int a = 0; a < t->rank; a++)
			for (int64_t i = 0; i < n && pr->out[o].part[a]; i++)
				x->is_own[at + i] |=
					(first + i) / stride_of(t, a) % t->shape[a] ==
					t->shape[a] - 1;
		at += n;
	}
}

static void explain_release(struct explain *x)
{
	free(x->room);
	free(x->in_room);
	free(x->is_own);
}

static void see(const struct explain *x, struct seen *seen)
{
	const struct aisp_contract *c = x->s->contract;
	const struct aisp_io *io = &x->s->buffers->io[0];
	int64_t at = 0;

	for (int o = 0; o < c->problem.n_out; o++) {
		const struct aisp_tensor *t = &io->out[o];
		int64_t first = view_first(x->s, o), n = aisp_elems(t) - first;

		aisp_contract_reference(c, io, o, first, n, seen->ref + at,
					seen->bound + at);
		for (int64_t i = 0; i < n; i++) {
			seen->got[at + i] = aisp_load(t->data, t->dtype, first + i);
			seen->bound[at + i] =
				aisp_is_none(c, o, seen->bound[at + i])
					? INFINITY
					: seen->bound[at + i] * c->problem.error_c *
						  aisp_dtype_roundoff(t->dtype);
		}
		at += n;
	}
}

/* Call the variant once on slot 0, whose inputs are in place. */
static int call(struct explain *x, struct seen *seen, struct aisp_err *err)
{
	struct aisp_session *s = x->s;

	if (aisp_buffers_poison(s->buffers, 0, s->poison[0], err))
		return -1;
	aisp_buffers_reveal(s->buffers, 0);
	if (aisp_launch_resume(&s->launch) || aisp_launch_run(&s->launch, 0, 1) < 0 ||
	    aisp_launch_pause(&s->launch))
		return 1;
	if (aisp_buffers_show_outputs(s->buffers, 0, err))
		return -1;
	see(x, seen);
	return 0;
}

enum whose { EVERYONES, OWN, OTHERS };

static bool is_among(const struct explain *x, int64_t i, enum whose whose)
{
	return whose == EVERYONES || x->is_own[i] == (whose == OWN);
}

static bool is_same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* True if the reference of some of these outputs moved, but no such output did. */
static bool is_ignored(const struct explain *x, enum whose whose)
{
	int64_t n_moved = 0;

	for (int64_t i = 0; i < x->n; i++) {
		const struct seen *a = &x->before, *b = &x->after;

		if (!is_among(x, i, whose) ||
		    !(fabs(a->ref[i] - b->ref[i]) > a->bound[i] + b->bound[i]))
			continue;
		n_moved++;
		if (!is_same(a->got[i], b->got[i]))
			return false;
	}
	return n_moved > 0;
}

/* Does the shortcut leave out index k of n along an axis? */
static bool is_skipped(enum aisp_part part, int64_t k, int64_t n)
{
	if (part == AISP_PART_IMAGE || part == AISP_PART_NONZEROS)
		return k % 2; /* every other one */
	return k == n - 1;    /* a tail */
}

/*
 * Put new values into the part of input i (axis -1: all of it); NaN stays, since it
 * marks what nobody may read.
 */
static int change(struct explain *x, int i, int axis, enum aisp_part part,
		  struct aisp_err *err)
{
	struct aisp_session *s = x->s;
	struct aisp_tensor *t = &s->buffers->in[0][i];
	int64_t stride = axis < 0 ? 1 : stride_of(t, axis);

	if (aisp_buffers_fill(s->buffers, 0, i, (enum aisp_dist)s->harness->dist,
			      aisp_random_at(s->poison[0], (uint64_t)i), err) ||
	    aisp_buffers_show_inputs(s->buffers, 0, err))
		return -1;
	for (int64_t e = 0; e < aisp_elems(t); e++) {
		bool is_part = axis < 0 || is_skipped(part, e / stride % t->shape[axis],
						      t->shape[axis]);

		if (!is_part || isnan(aisp_load(in_data(x, i), t->dtype, e)))
			aisp_copy_elem(t->data, in_data(x, i), t->dtype, e);
	}
	return aisp_buffers_send_inputs(s->buffers, 0, err);
}

static int restore(struct explain *x, struct aisp_err *err)
{
	struct aisp_buffers *b = x->s->buffers;

	for (int i = 0; i < b->problem.n_in; i++)
		memcpy(b->in[0][i].data, in_data(x, i), in_bytes(x, i));
	return aisp_buffers_send_inputs(b, 0, err);
}

/* Sets *ignored to part if no output follows it. */
static int try_part(struct explain *x, int i, int axis, int part, int *ignored,
		    struct aisp_err *err)
{
	int rc;

	if (!part || *ignored)
		return 0;
	if (change(x, i, axis, (enum aisp_part)part, err))
		return -1;
	rc = call(x, &x->after, err);
	if (!rc && part == AISP_PART_RANKS)
		*ignored = is_ignored(x, OWN)      ? part
			   : is_ignored(x, OTHERS) ? AISP_IGNORED_OTHER_RANKS
						   : 0;
	else if (!rc && is_ignored(x, EVERYONES))
		*ignored = part;
	return rc ? rc : restore(x, err);
}

/* New inputs as the contract makes them: indices in order, NaN where nobody reads. */
static int change_all(struct explain *x, struct aisp_err *err)
{
	struct aisp_session *s = x->s;
	enum aisp_dist dist = (enum aisp_dist)s->harness->dist;

	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (aisp_buffers_fill(s->buffers, 0, i, dist,
				      aisp_contract_input_key(s->poison[0], i, dist),
				      err))
			return -1;
	if (aisp_buffers_show_inputs(s->buffers, 0, err))
		return -1;
	aisp_contract_prepare(s->contract, &s->buffers->io[0], s->poison[0], NULL);
	return aisp_buffers_send_inputs(s->buffers, 0, err);
}

static int try_all_inputs(struct explain *x, int *ignored, struct aisp_err *err)
{
	int rc;

	if (change_all(x, err))
		return -1;
	rc = call(x, &x->after, err);
	if (!rc && is_ignored(x, EVERYONES))
		*ignored = AISP_IGNORED_ALL;
	return rc ? rc : restore(x, err);
}

static int explain(struct explain *x, int *ignored, struct aisp_err *err)
{
	struct aisp_session *s = x->s;
	const struct aisp_problem *pr = &s->contract->problem;
	int rc;

	if (aisp_launch_pause(&s->launch))
		return 1;
	if (aisp_session_refill(s, aisp_set_of(AISP_STAGE_EXPLAIN, 0, 0), false, err))
		return -1;
	for (int i = 0; i < pr->n_in; i++)
		memcpy(in_data(x, i), s->buffers->in[0][i].data, in_bytes(x, i));
	rc = call(x, &x->before, err);
	if (!rc)
		rc = try_all_inputs(x, ignored, err);
	for (int i = 0; i < pr->n_in && !rc; i++) {
		rc = try_part(x, i, -1, pr->in[i].whole, ignored, err);
		for (int a = 0; a < pr->in[i].rank && !rc; a++)
			rc = try_part(x, i, a, pr->in[i].part[a], ignored, err);
	}
	if (!rc && aisp_launch_resume(&s->launch))
		rc = 1;
	return rc;
}

int aisp_session_find_ignored(struct aisp_session *s, int *ignored,
			      struct aisp_err *err)
{
	struct explain x;
	int rc = -1;

	*ignored = 0;
	for (int i = 0; i < s->contract->problem.n_in; i++)
		if (s->contract->problem.in[i].in_file)
			return 0;
	if (!explain_init(&x, s, err)) {
		find_own(&x);
		rc = explain(&x, ignored, err);
	}
	explain_release(&x);
	return rc;
}

unsigned aisp_marked_parts(const struct aisp_problem *pr)
{
	unsigned parts = 0;

	for (int i = 0; i < pr->n_in; i++) {
		parts |= 1u << pr->in[i].whole;
		for (int a = 0; a < pr->in[i].rank; a++)
			parts |= 1u << pr->in[i].part[a];
	}
	return parts & ~(1u << AISP_PART_NONE);
}
