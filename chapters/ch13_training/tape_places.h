/* SPDX-License-Identifier: MIT
 *
 * tape_places.h - the steps of a plan, and where their operands lie.  Levels of values
 * and gradients share places as long as no two are needed at once; which one lies where
 * follows from the first step that writes it and the last that reads it.
 */
#ifndef TAPE_PLACES_H
#define TAPE_PLACES_H

#include "tape_kernels.h"

enum { LEVEL = TRACE + 1, GRADIENT }; /* beside inputs: of the workspace, of dw */

struct ref {
	int32_t in, at; /* at: which weight, or level */
};

struct step {
	enum kind kind;
	int is_added;
	struct ref to, a, b;
};

struct node {
	enum kind kind;
	int32_t a, b;
	struct ref value, gradient;
	int n_given; /* parts of the gradient so far */
};

struct tape {
	int is_fused;
	int32_t n_nodes, n_steps, n_levels;
	struct node *node;
	struct step *step;
	int32_t *last, *place, *is_taken; /* of a level; of a place */
};

static struct ref place(struct tape *t, struct ref r)
{
	int32_t p = 0;

	if (r.in != LEVEL)
		return r;
	if (t->place[r.at] < 0) {
		while (t->is_taken[p])
			p++;
		t->is_taken[p] = 1;
		t->place[r.at] = p;
	}
	return (struct ref){ LEVEL, t->place[r.at] };
}

static void note_last(struct tape *t, struct ref r, int32_t step)
{
	if (r.in == LEVEL)
		t->last[r.at] = step;
}

static void leave(struct tape *t, struct ref r, int32_t step)
{
	if (r.in == LEVEL && t->last[r.at] == step)
		t->is_taken[t->place[r.at]] = 0;
}

static void place_all(struct tape *t)
{
	for (int32_t i = 0; i < t->n_levels; i++)
		t->place[i] = -1;
	for (int32_t i = 0; i < t->n_steps; i++) {
		note_last(t, t->step[i].to, i);
		note_last(t, t->step[i].a, i);
		note_last(t, t->step[i].b, i);
	}
	for (int32_t i = 0; i < t->n_steps; i++) {
		struct step *s = &t->step[i], was = *s;

		s->to = place(t, was.to);
		s->a = place(t, was.a);
		s->b = place(t, was.b);
		leave(t, was.to, i);
		leave(t, was.a, i);
		leave(t, was.b, i);
	}
}

#endif
