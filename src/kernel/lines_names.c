/* SPDX-License-Identifier: MIT
 *
 * lines_names.c - what a name in a launch line stands for.
 */
#include <string.h>

#include "condition.h"
#include "lines_parts.h"

static bool is(const char *name, int n, const char *text)
{
	return text && (size_t)n == strlen(text) && !strncmp(name, text, (size_t)n);
}

static bool find_attribute(const struct aisp_kernel_world *w, const char *name, int n,
			   struct aisp_value *v)
{
	v->kind = AISP_VALUE_INTEGER;
	if (is(name, n, "gpu.sms"))
		v->integer = w->n_sms;
	else if (is(name, n, "gpu.cc"))
		v->integer = w->cc;
	else if (is(name, n, "gpu.l2_bytes"))
		v->integer = w->l2_bytes;
	else if (is(name, n, "gpu.shared_bytes"))
		v->integer = w->shared_bytes;
	else
		return false;
	return true;
}

static bool find_tensor(const struct aisp_spec *spec, int n_specs, uint32_t first,
			const char *name, int n, struct aisp_value *v)
{
	for (int i = 0; i < n_specs; i++)
		if (is(name, n, spec[i].name)) {
			v->kind = AISP_VALUE_ADDRESS;
			v->number = first + (uint32_t)i;
			return true;
		}
	return false;
}

static bool find_buffer(const struct aisp_kernel_reading *g, const char *name, int n,
			struct aisp_value *v)
{
	const struct aisp_problem *p = g->world->problem;

	if ((find_tensor(p->in, p->n_in, AISP_BUFFER_IN, name, n, v) &&
	     !aisp_is_hidden(p, (int)v->number)) ||
	    find_tensor(p->out, p->n_out, AISP_BUFFER_OUT, name, n, v))
		return true;
	v->kind = AISP_VALUE_ADDRESS;
	if (is(name, n, "workspace") && p->workspace_bytes)
		v->number = AISP_BUFFER_WORKSPACE;
	else if (is(name, n, "scratch") && g->has_scratch)
		v->number = AISP_BUFFER_SCRATCH;
	else
		return false;
	return true;
}

static bool find_map(const struct aisp_kernel_reading *g, const char *name, int n,
		     struct aisp_value *v)
{
	for (uint32_t i = 0; i < g->plan->n_maps; i++)
		if (is(name, n, g->plan->map[i].name)) {
			v->kind = AISP_VALUE_MAP;
			v->number = i;
			return true;
		}
	return false;
}

static bool find_peers(const struct aisp_problem *p, const char *name, int n,
		       struct aisp_value *v)
{
	v->kind = AISP_VALUE_PEERS;
	return p->ranks.n && is(name, n, "peers");
}

bool aisp_kernel_find(const void *reading, const char *name, int n,
		      struct aisp_value *v)
{
	const struct aisp_kernel_reading *g = reading;

	*v = (struct aisp_value){ .kind = AISP_VALUE_ANY };
	return !g->world->workload ||
	       aisp_param_find(g->world->workload, g->world->param, name, n, v) ||
	       find_attribute(g->world, name, n, v) || find_buffer(g, name, n, v) ||
	       find_map(g, name, n, v) || find_peers(g->world->problem, name, n, v);
}
