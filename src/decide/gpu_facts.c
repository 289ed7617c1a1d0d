/* SPDX-License-Identifier: MIT */
#include "gpu_facts.h"

static bool has_host_data(const struct aisp_problem *pr)
{
	for (int i = 0; i < pr->n_in; i++)
		if (pr->in[i].on_host)
			return true;
	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].on_host)
			return true;
	return false;
}

/* Managed memory that is not declared is a finding of its own. */
static double n_allocs(const struct aisp_gpu_trace *t, unsigned uses)
{
	return uses & AISP_USES_MANAGED ? t->n_allocs : t->n_allocs - t->n_managed;
}

/* Counts of one call, from an untimed launch with tracing. */
static void note_call(const struct aisp_gpu_trace *t, struct aisp_evidence *e)
{
	e->n_kernels = t->n_kernels;
	e->n_streams = t->n_streams;
	e->n_graphs = t->n_graph_launches;
	e->n_cooperative = t->n_cooperative;
	e->n_nested = t->n_nested;
	e->n_host_functions = t->n_host_functions;
	e->n_managed = t->n_managed_ever;
	e->n_peer = t->n_peer;
	e->trace_ns = (double)t->span_ns;
	e->to_host_bytes = (double)t->to_host_bytes;
	e->n_pinned = t->n_pinned;
	e->pinned_bytes = (double)t->pinned_bytes;
	e->n_unended = t->n_untimed;
	e->n_contexts = t->n_contexts;
	e->n_persisting = t->n_persisting;
	e->n_modules = t->n_modules;
}

void aisp_gpu_facts_note(const struct aisp_group *g, const struct aisp_arm *a,
			 struct aisp_evidence *e)
{
	e->has_host_data = has_host_data(g->problem);
	e->flush_cold_ns = g->bias.flush_cold_ns;
	e->flush_hot_ns = g->bias.flush_hot_ns;
	if (a->has_trace) {
		note_call(&a->trace, e);
		e->n_allocs = n_allocs(&a->trace, g->problem->uses);
	}
	/* For launch lines, the judge makes graphs and cooperative launches. */
	if (a->tier == AISP_TIER_KERNEL)
		e->n_graphs = e->n_cooperative = 0;
	aisp_device_kind(g->device)->note(e);
}
