/* SPDX-License-Identifier: MIT
 *
 * tape_walked.h - a tape like that of a tensor interpreter: each operation allocates a
 * node and its value; on the backward pass each node allocates the gradients that it
 * passes on.  Memory that is not needed any more is freed.
 */
#ifndef TAPE_WALKED_H
#define TAPE_WALKED_H

#include <errno.h>

#include "tape_kernels.h"

struct node {
	enum kind kind;
	int32_t a, b;
	float *value, *gradient;
	float *given; /* of a leaf: where its gradient is to go; NULL: nowhere */
	int64_t n;    /* numbers */
};

struct tape {
	const struct aisp_io *io;
	struct node **node;
	int32_t n, room;
	int rc;
};

static int grow(struct tape *t)
{
	int32_t room = t->room ? 2 * t->room : 16;
	struct node **more = realloc(t->node, (size_t)room * sizeof(struct node *));

	if (!more)
		return -ENOMEM;
	t->node = more;
	t->room = room;
	return 0;
}

static struct node *push(struct tape *t)
{
	struct node *x = NULL;

	if (t->n < t->room || !grow(t))
		x = calloc(1, sizeof(*x));
	if (x)
		t->node[t->n++] = x;
	else
		t->rc = -ENOMEM;
	return x;
}

static void call(struct tape *t, enum kind kind, float *to, const float *a,
		 const float *b, int is_added)
{
	struct call c = { to, a, b, t->io->param[ROWS], t->io->param[WIDTH], is_added };

	kernels[kind](&c);
}

static int32_t leaf(struct tape *t, int input, int64_t layer)
{
	struct node *x = push(t);
	int64_t square = t->io->param[WIDTH] * t->io->param[WIDTH];

	if (!x)
		return -1;
	x->n = square;
	x->value = (float *)t->io->in[input].data + layer * square;
	if (input == W)
		x->given = aisp_out_f32(t->io, DW) + layer * square;
	return t->n - 1;
}

static float *numbers(struct tape *t, int64_t n)
{
	float *x = malloc((size_t)n * sizeof(*x));

	if (!x)
		t->rc = -ENOMEM;
	return x;
}

static int32_t operate(struct tape *t, enum kind kind, int32_t a, int32_t b)
{
	struct node *x = t->rc ? NULL : push(t);

	if (!x)
		return -1;
	x->kind = kind;
	x->a = a;
	x->b = b;
	x->n = t->io->param[ROWS] * t->io->param[WIDTH];
	x->value = numbers(t, x->n);
	if (x->value)
		call(t, kind, x->value, t->node[a]->value, t->node[b]->value, 0);
	return t->n - 1;
}

/* Passes an operation's gradient on to one of its operands. */
static void give(struct tape *t, int32_t to, enum kind kind, const float *a,
		 const float *b)
{
	struct node *x = t->node[to];
	float *part;

	if (t->rc || (x->kind == LEAF && !x->given))
		return;
	part = numbers(t, x->n);
	if (!part)
		return;
	call(t, kind, part, a, b, 0);
	if (x->given)
		memcpy(x->given, part, sizeof(*part) * (size_t)x->n);
	if (!x->given && !x->gradient) {
		x->gradient = part;
		return;
	}
	for (int64_t i = 0; i < x->n && x->gradient; i++)
		x->gradient[i] += part[i];
	free(part);
}

static void walk_back(struct tape *t)
{
	for (int32_t i = t->n; i-- > 0 && !t->rc;) {
		const struct node *x = t->node[i];
		const float *g = x->gradient;

		if (x->kind == MULTIPLY) {
			give(t, x->a, BACK, g, t->node[x->b]->value);
			give(t, x->b, LEARN, t->node[x->a]->value, g);
		} else if (x->kind == TIMES) {
			give(t, x->a, TIMES, g, t->node[x->b]->value);
			give(t, x->b, TIMES, g, t->node[x->a]->value);
		} else if (x->kind == SHARE) {
			give(t, x->a, SHARE_BACK, g, x->value);
		}
	}
}

static void forget(struct tape *t)
{
	for (int32_t i = 0; i < t->n; i++) {
		if (t->node[i]->kind != LEAF)
			free(t->node[i]->value);
		free(t->node[i]->gradient);
		free(t->node[i]);
	}
	free(t->node);
}

#endif
