/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "asks.h"
#include "memory_fit.h"
#include "mpi.h"
#include "only.h"

static int serve(struct aisp_contract *c, const char *source, struct aisp_err *err)
{
	snprintf(c->variant, sizeof(c->variant), "%s", source);
	return aisp_workspace_read(c, err) || aisp_walls_read(source, &c->meets, err) ||
			       aisp_contract_evaluate(c, err)
		       ? -1
		       : 0;
}

int aisp_contract_serve_in(struct aisp_contract *c, const char *dir, const char *file,
			   struct aisp_err *err)
{
	char source[sizeof(c->variant)];

	snprintf(source, sizeof(source), "%s/%s", dir, file);
	return serve(c, source, err);
}

static void ask(struct aisp_group *g, struct aisp_arm *a)
{
	struct aisp_err err;

	if (serve(g->contract, a->source, &err)) {
		a->status = AISP_ARM_FAILED;
		snprintf(a->why, sizeof(a->why), "%s", err.msg);
		return;
	}
	snprintf(a->asks, sizeof(a->asks), "%s", g->contract->asks);
	a->asks_line = g->contract->asks_line;
	a->workspace_bytes = g->problem->workspace_bytes;
	if (a->workspace_bytes > g->workspace_room)
		g->workspace_room = a->workspace_bytes;
}

void aisp_group_ask(struct aisp_group *g)
{
	g->workspace_room = g->problem->workspace_bytes;
	for (int i = 0; i < g->n_arms; i++)
		if (aisp_is_active(g, i))
			ask(g, &g->arms[i]);
}

int aisp_contract_name(struct aisp_contract *c, const struct aisp_arm *a,
		       struct aisp_err *err)
{
	snprintf(c->variant, sizeof(c->variant), "%s", a->source);
	snprintf(c->asks, sizeof(c->asks), "%s", a->asks);
	c->asks_line = a->asks_line;
	c->meets = a->walls.meets;
	return aisp_contract_evaluate(c, err);
}

int aisp_group_name(struct aisp_group *g, const struct aisp_arm *a,
		    struct aisp_err *err)
{
	return aisp_contract_name(g->contract, a, err);
}

int aisp_group_serve(struct aisp_group *g, const struct aisp_arm *a,
		     struct aisp_buffers *b, struct aisp_err *err)
{
	if (aisp_group_name(g, a, err))
		return -1;
	b->meets = g->contract->meets;
	aisp_buffers_give_workspace(b, g->problem->workspace_bytes);
	return 0;
}

struct aisp_problem aisp_group_room(const struct aisp_group *g)
{
	struct aisp_problem pr = *g->problem;

	pr.workspace_bytes = g->workspace_room;
	return pr;
}

/* Nodes that launch together must agree on what they skip, and how many calls. */
int aisp_group_fits(const struct aisp_group *g, const struct aisp_harness *harness,
		    int n_slots, struct aisp_err *err)
{
	const struct aisp_problem room = aisp_group_room(g);

	return harness->where.meet ? 0
				   : aisp_memory_fits(g->contract, &room, n_slots,
						      harness->device, err);
}

void aisp_group_spare(struct aisp_group *g, const struct aisp_harness *harness)
{
	int *n_calls = &g->sampling.calls_per_sample;

	while (*n_calls > 1 && aisp_group_fits(g, harness, *n_calls, NULL))
		*n_calls /= 2;
}

struct aisp_buffers *aisp_group_buffers(const struct aisp_group *g,
					const struct aisp_sampling *sampling,
					struct aisp_harness *harness,
					struct aisp_err *err)
{
	const struct aisp_problem room = aisp_group_room(g);
	struct aisp_buffers *b;

	if (aisp_harness_deal(harness, err))
		return NULL;
	b = aisp_buffers_new(&room, g->contract->param, sampling->calls_per_sample,
			     harness->scratch_dir, harness->device, err);

	if (b)
		b->workload = g->contract->workload;
	return b;
}

int aisp_group_deal(struct aisp_buffers **b, const struct aisp_group *g,
		    struct aisp_harness *harness, struct aisp_err *err)
{
	aisp_buffers_free(*b);
	*b = aisp_group_buffers(g, &g->sampling, harness, err);
	return *b ? 0 : -1;
}
