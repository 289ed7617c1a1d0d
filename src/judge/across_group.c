/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "across_group.h"
#include "asks.h"

int aisp_across_is_over(struct aisp_meet *meet, bool *is_over, struct aisp_err *err)
{
	uint32_t ours = *is_over, all[AISP_MAX_NODES];

	if (!meet)
		return 0;
	if (aisp_meet_all(meet, AISP_AT_SUITE, &ours, sizeof(ours), all, err))
		return -1;
	*is_over = all[0];
	return 0;
}

const char *aisp_across_declines(const struct aisp_group *g,
				 const struct aisp_harness *harness)
{
	bool has_nodes = g->problem->ranks.n_nodes > 1;

	if (has_nodes && !aisp_device_kind(g->device)->is_host)
		return "streams join ranks on CPUs alone";
	if (!harness->where.meet)
		return NULL;
	if (!has_nodes)
		return "its ranks share memory, and lie on one node: leave --node-rank "
		       "out";
	return g->problem->ranks.n_nodes == harness->where.meet->n_nodes
		       ? NULL
		       : "its ranks lie on another number of nodes than --nnodes says";
}

bool aisp_across_follows(const struct aisp_harness *harness)
{
	return harness->where.meet && harness->where.meet->node;
}

/* What a node has of a group. */
struct offer {
	char workload[2][AISP_GROUP_NAME];
	uint32_t n_arms, can_launch; /* bit i: arm i */
	double ring_ns, call_ns;
};

static int differ(const struct aisp_group *g, int node, const struct offer *its,
		  struct aisp_err *err)
{
	return aisp_err_set(err,
			    "node %d measures %.60s:%.60s with %u variants, and this "
			    "one %.60s:%.60s with %d",
			    node, its->workload[0], its->workload[1], its->n_arms,
			    g->chapter, g->workload, g->n_arms);
}

/* No node launches a variant that one of them lacks. */
static void adopt(struct aisp_group *g, struct aisp_harness *harness, int node,
		  const struct offer *its)
{
	for (int i = 0; i < g->n_arms; i++) {
		struct aisp_arm *a = &g->arms[i];

		if (!aisp_is_active(g, i) || its->can_launch >> i & 1)
			continue;
		a->status = AISP_ARM_SKIPPED;
		snprintf(a->why, sizeof(a->why), "node %d does not have it", node);
	}
	harness->bias.ring_ns = fmax(0, fmin(harness->bias.ring_ns, its->ring_ns));
	harness->bias.call_ns = fmax(0, fmin(harness->bias.call_ns, its->call_ns));
}

int aisp_across_prepare(struct aisp_group *g, struct aisp_harness *harness,
			struct aisp_err *err)
{
	struct aisp_meet *meet = harness->where.meet;
	struct offer ours = { .n_arms = (uint32_t)g->n_arms,
			      .ring_ns = harness->bias.ring_ns,
			      .call_ns = harness->bias.call_ns };
	struct offer all[AISP_MAX_NODES];

	if (!meet)
		return 0;
	memcpy(ours.workload[0], g->chapter, sizeof(ours.workload[0]));
	memcpy(ours.workload[1], g->workload, sizeof(ours.workload[1]));
	for (int i = 0; i < g->n_arms; i++)
		ours.can_launch |= (uint32_t)aisp_is_active(g, i) << i;
	if (aisp_meet_all(meet, AISP_AT_GROUP, &ours, sizeof(ours), all, err))
		return -1;
	for (int node = 0; node < meet->n_nodes; node++) {
		const struct offer *its = &all[node];

		if (its->n_arms != ours.n_arms ||
		    memcmp(its->workload, ours.workload, sizeof(ours.workload)) != 0)
			return differ(g, node, its, err);
		adopt(g, harness, node, its);
	}
	return 0;
}

/* *o becomes node 0's order. */
static int hear_order(struct aisp_meet *meet, struct aisp_order *o,
		      struct aisp_err *err)
{
	struct aisp_order all[AISP_MAX_NODES];

	if (aisp_meet_all(meet, AISP_AT_LAUNCH, o, sizeof(*o), all, err))
		return -1;
	*o = all[0];
	return 0;
}

/* Check values that index a table or give its length. */
static int check_order(const struct aisp_order *o, int n_arms, struct aisp_err *err)
{
	const struct aisp_sampling *s = &o->sampling;

	if (o->arm >= n_arms)
		return aisp_err_set(err, "node 0 asks for variant %d of %d",
				    (int)o->arm, n_arms);
	if (o->dist < 0 || o->dist >= AISP_N_DISTS)
		return aisp_err_set(err, "node 0 asks for distribution %d of %d",
				    (int)o->dist, AISP_N_DISTS);
	if (s->calls_per_sample < 1 || s->calls_per_sample > AISP_MAX_SLOTS ||
	    s->n_samples < 1 || s->n_samples > AISP_MAX_SAMPLES || s->n_warmup < 0 ||
	    s->n_warmup > AISP_MAX_SAMPLES)
		return aisp_err_set(err,
				    "node 0 asks for %d samples and %d before them, of "
				    "%d calls each; want 1 to %d, 0 to %d, 1 to %d",
				    s->n_samples, s->n_warmup, s->calls_per_sample,
				    AISP_MAX_SAMPLES, AISP_MAX_SAMPLES, AISP_MAX_SLOTS);
	return 0;
}

int aisp_across_lead(struct aisp_harness *harness, int i, uint64_t number,
		     const struct aisp_contract *c, const struct aisp_sampling *s,
		     struct aisp_err *err)
{
	struct aisp_order o = {
		.arm = i, .dist = harness->dist, .number = number, .sampling = *s
	};

	memcpy(o.param, c->param, sizeof(o.param));
	return harness->where.meet ? hear_order(harness->where.meet, &o, err) : 0;
}

int aisp_across_end_group(const struct aisp_group *g, struct aisp_harness *harness,
			  struct aisp_err *err)
{
	return aisp_across_lead(harness, -1, harness->n_launches, g->contract,
				&g->sampling, err);
}

/* Buffers for one launch at other sizes than the group's; *c becomes its contract. */
static struct aisp_buffers *other_buffers(struct aisp_group *g,
					  struct aisp_harness *harness,
					  const struct aisp_order *o,
					  struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_buffers *b;

	if (aisp_group_name(g, &g->arms[o->arm], err))
		return NULL;
	*c = *g->contract;
	memcpy(c->param, o->param, sizeof(c->param));
	if (aisp_contract_evaluate(c, err))
		return NULL;
	b = aisp_buffers_new(&c->problem, c->param, o->sampling.calls_per_sample,
			     harness->scratch_dir, harness->device, err);
	if (b) {
		b->workload = c->workload;
		b->meets = c->meets;
	}
	return b;
}

static int launch_on(struct aisp_buffers *b, const struct aisp_contract *c,
		     const struct aisp_group *g, struct aisp_harness *harness,
		     const struct aisp_order *o, struct aisp_err *err)
{
	struct aisp_measured m = { 0 };
	int dist = harness->dist, rc;

	harness->dist = o->dist;
	rc = aisp_measure(&m, harness, c, b, g->arms[o->arm].object, &o->sampling,
			  o->number, err);
	harness->dist = dist;
	aisp_measured_release(&m);
	return rc;
}

static int launch(struct aisp_group *g, struct aisp_harness *harness,
		  const struct aisp_order *o, struct aisp_err *err)
{
	bool is_other = memcmp(o->param, g->contract->param, sizeof(o->param)) != 0;
	struct aisp_contract c;
	struct aisp_buffers *b =
		is_other ? other_buffers(g, harness, o, &c, err)
			 : aisp_group_buffers(g, &o->sampling, harness, err);
	int rc = -1;

	if (!b)
		return -1;
	if (is_other || !aisp_group_serve(g, &g->arms[o->arm], b, err))
		rc = launch_on(b, is_other ? &c : g->contract, g, harness, o, err);
	aisp_buffers_free(b);
	return rc;
}

int aisp_across_follow(struct aisp_group *g, struct aisp_harness *harness,
		       const struct aisp_limits *limits, struct aisp_err *err)
{
	harness->where.end = (struct aisp_end){ limits->is_stopped, 0 };
	for (;;) {
		struct aisp_order o = { 0 };

		if (hear_order(harness->where.meet, &o, err))
			return -1;
		if (o.arm < 0)
			return 0;
		if (check_order(&o, g->n_arms, err))
			return -1;
		o.sampling.limit_option = limits->timeout_option;
		if (launch(g, harness, &o, err))
			return -1;
	}
}

int aisp_across_leave(struct aisp_meet *meet, int rc, struct aisp_err *err)
{
	struct aisp_err own = { 0 };

	if (!meet)
		return rc;
	if (!rc)
		return aisp_meet_all(meet, AISP_AT_END, NULL, 0, NULL, err) ? -1 : 0;
	if (!meet->has_failed)
		aisp_meet_fail(meet, 0, err ? err->msg : "the harness failed", &own);
	return rc;
}
