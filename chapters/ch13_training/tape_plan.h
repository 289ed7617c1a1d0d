/* SPDX-License-Identifier: MIT
 *
 * tape_plan.h - a tape that is walked once, in setup(), which makes a list of kernels
 * with the places of their operands.
 */
#ifndef TAPE_PLAN_H
#define TAPE_PLAN_H

#include <errno.h>

#include "tape_places.h"

static int32_t leaf(struct tape *t, int input, int64_t layer)
{
	t->node[t->n_nodes] = (struct node){ .kind = LEAF,
					     .value = { input, (int32_t)layer },
					     .gradient = { GRADIENT, (int32_t)layer } };
	return t->n_nodes++;
}

static void emit(struct tape *t, enum kind kind, struct ref to, struct ref a,
		 struct ref b, int is_added)
{
	t->step[t->n_steps++] = (struct step){ kind, is_added, to, a, b };
}

/* If s = share(z) is only used in z s, both operations become one step. */
static int32_t operate(struct tape *t, enum kind kind, int32_t a, int32_t b)
{
	struct node *x = &t->node[t->n_nodes];
	const struct node *y = &t->node[b];

	*x = (struct node){ kind, a, b, .value = { LEVEL, t->n_levels++ } };
	if (t->is_fused && kind == TIMES && y->kind == SHARE && y->a == a) {
		x->kind = SILU;
		t->n_steps--;
	}
	emit(t, x->kind, x->value, t->node[a].value, t->node[b].value, 0);
	return t->n_nodes++;
}

static void give(struct tape *t, int32_t to, enum kind kind, struct ref a, struct ref b)
{
	struct node *x = &t->node[to];

	if (x->kind == LEAF && x->value.in != W)
		return;
	if (x->kind != LEAF && !x->n_given)
		x->gradient = (struct ref){ LEVEL, t->n_levels++ };
	emit(t, kind, x->gradient, a, b, x->n_given++ > 0);
}

static void plan_back(struct tape *t)
{
	t->node[t->n_nodes - 1].gradient = (struct ref){ DY, 0 };
	t->node[t->n_nodes - 1].n_given = 1;
	for (int32_t i = t->n_nodes; i-- > 0;) {
		const struct node *x = &t->node[i];
		struct ref g = x->gradient, a = t->node[x->a].value;
		struct ref b = t->node[x->b].value;

		if (x->kind == MULTIPLY) {
			give(t, x->a, BACK, g, b);
			give(t, x->b, LEARN, a, g);
		} else if (x->kind == TIMES) {
			give(t, x->a, TIMES, g, b);
			give(t, x->b, TIMES, g, a);
		} else if (x->kind == SILU) {
			give(t, x->a, SLOPE, g, a);
		} else if (x->kind == SHARE && x->n_given) {
			give(t, x->a, SHARE_BACK, g, x->value);
		}
	}
}

/* The plan of a net: one block of memory, to be freed. */
static int plan(const struct aisp_io *io, int is_fused, void **state)
{
	int64_t layers = io->param[LAYERS], n_nodes = 4 * layers + 1;
	size_t n = (size_t)N_LEVELS(io->param), n_steps = (size_t)(8 * layers);
	struct tape *t = calloc(1, sizeof(*t) + (size_t)n_nodes * sizeof(*t->node) +
					   n_steps * sizeof(*t->step) +
					   3 * n * sizeof(*t->last));

	*state = t;
	if (!t)
		return -ENOMEM;
	t->is_fused = is_fused;
	t->node = (struct node *)(t + 1);
	t->step = (struct step *)(t->node + n_nodes);
	t->last = (int32_t *)(t->step + n_steps);
	t->place = t->last + n;
	t->is_taken = t->place + n;
	say_net(t, layers);
	plan_back(t);
	place_all(t);
	return 0;
}

static float *find(const struct aisp_io *io, struct ref r)
{
	int64_t width = io->param[WIDTH];

	if (r.in == LEVEL)
		return (float *)io->workspace + r.at * io->param[ROWS] * width;
	return (float *)(r.in == GRADIENT ? io->out[DW].data : io->in[r.in].data) +
	       r.at * width * width;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct tape *t = state;

	for (int32_t i = 0; i < t->n_steps; i++) {
		const struct step *s = &t->step[i];
		struct call c = { find(io, s->to), find(io, s->a),   find(io, s->b),
				  io->param[ROWS], io->param[WIDTH], s->is_added };

		kernels[s->kind](&c);
	}
	return 0;
}

#endif
