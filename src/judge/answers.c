/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "base/dtype.h"
#include "device/layout.h"
#include "stamps.h"

int aisp_answers_init(struct aisp_answers *a, const struct aisp_problem *pr,
		      struct aisp_err *err)
{
	for (int o = 0; o < pr->n_out; o++) {
		a->out[o].data = calloc(1, aisp_spec_bytes(&pr->out[o]));
		if (!a->out[o].data)
			return aisp_err_errno(err, "%zu bytes",
					      aisp_spec_bytes(&pr->out[o]));
	}
	if (!aisp_has_clock(pr))
		return 0;
	a->stood_ns = calloc((size_t)pr->n_steps, sizeof(*a->stood_ns));
	return a->stood_ns ? 0 : aisp_err_errno(err, "%ld steps", (long)pr->n_steps);
}

void aisp_answers_release(struct aisp_answers *a)
{
	for (int o = 0; o < AISP_MAX_IO; o++)
		free(a->out[o].data);
	free(a->stood_ns);
	memset(a, 0, sizeof(*a));
}

static void take(struct aisp_answers *a, const struct aisp_buffers *b, int slot, int o)
{
	memcpy(a->out[o].data, b->out[slot][o].data,
	       aisp_spec_bytes(&b->problem.out[o]));
}

void aisp_answers_begin(struct aisp_answers *a, const struct aisp_buffers *b, int slot)
{
	a->io = b->io[slot];
	a->io.out = a->out;
	for (int o = 0; o < b->problem.n_out; o++) {
		void *data = a->out[o].data;

		a->out[o] = b->out[slot][o];
		a->out[o].data = data;
		memset(data, 0, aisp_spec_bytes(&b->problem.out[o]));
	}
}

void aisp_answers_take_step(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot, int64_t step)
{
	for (int o = 0; o < b->problem.n_out; o++) {
		const struct aisp_spec *s = &b->problem.out[o];
		size_t row = aisp_spec_bytes(s) / (size_t)s->shape[0];

		if (s->by_step)
			memcpy((char *)a->out[o].data + (size_t)step * row,
			       (const char *)b->out[slot][o].data + (size_t)step * row,
			       row);
	}
}

void aisp_answers_take_rest(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot)
{
	for (int o = 0; o < b->problem.n_out; o++)
		if (!b->problem.out[o].by_step)
			take(a, b, slot, o);
}

int aisp_answers_take(struct aisp_answers *a, const struct aisp_buffers *b, int slot,
		      struct aisp_err *err)
{
	if (!a->out[0].data && aisp_answers_init(a, &b->problem, err))
		return -1;
	aisp_answers_begin(a, b, slot);
	for (int o = 0; o < b->problem.n_out; o++)
		take(a, b, slot, o);
	return 0;
}
