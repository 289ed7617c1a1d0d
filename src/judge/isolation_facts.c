/* SPDX-License-Identifier: MIT
 *
 * isolation_facts.c - how a worker is confined, as the judge and the kernel see it:
 * nothing here relies on a process in which a variant is loaded.
 */
#include <dlfcn.h>
#include <math.h>

#include "launch_device.h"
#include "session.h"

#define NULL_STREAMS 3

static double holds(const struct aisp_launch *l, enum aisp_layer layer)
{
	return l->layers >> layer & 1;
}

/* A variant that declares itself a library may load any library: its name is known. */
static void note_objects(const struct aisp_launch *l, struct aisp_evidence *e)
{
	struct aisp_objects now = { 0 };

	if (l->cls == AISP_CLASS_LIBRARY)
		e->n_undeclared = 0;
	else if (l->has_objects && !aisp_objects_read(&now, &l->view))
		e->n_undeclared = aisp_objects_undeclared(
			&now, &l->objects,
			l->plan->launcher_path[0] ? l->plan->launcher_path
						  : l->plan->variant_path,
			e->undeclared, sizeof(e->undeclared));
	aisp_objects_release(&now);
}

static double is_judge_intact(const struct aisp_placement *where)
{
	cpu_set_t now;

	if (sched_getaffinity(0, sizeof(now), &now))
		return NAN;
	return CPU_EQUAL(&now, &where->judge);
}

static double is_in_judge(const char *object)
{
	void *loaded = dlopen(object, RTLD_NOW | RTLD_NOLOAD);

	if (loaded)
		dlclose(loaded);
	return loaded != NULL;
}

/*
 * Bytes that the worker holds beyond the judge's buffers and what it held before it
 * loaded the variant; with a device, device memory, too.  On the CPU it can neither map
 * nor unmap since calls were sealed; what a device's driver, or a worker without that
 * filter, has unmapped since, it may have held until then.
 */
static void note_own_bytes(const struct aisp_launch *l, struct aisp_evidence *e)
{
	double own, host, more, unmapped;
	struct aisp_process now;

	e->own_bytes = -1;
	if (!l->plan->is_counted)
		return;
	aisp_launch_held(l, &own, &host);
	aisp_process_read(&now, l->pid);
	e->own_host_bytes = host - l->own_host_bytes;
	more = own - l->own_bytes;
	unmapped = l->sealed_bytes - now.address_bytes;
	/* fmax() ignores NaN, which must stay. */
	e->own_bytes = isnan(more + unmapped) ? NAN : fmax(0, more) + fmax(0, unmapped);
	e->uses = l->buffers->problem.uses;
	l->buffers->device->kind->note(e); /* in an audit nobody else calls it */
}

/* The number of streams that the judge gave it to reach ranks elsewhere. */
static int n_links(const struct aisp_launch *l)
{
	const struct aisp_rank_spec *ranks = &l->buffers->problem.ranks;
	int n = 0;

	for (int rank = 0; rank < ranks->n; rank++)
		n += aisp_is_linked(ranks, l->rank, rank);
	return n;
}

void aisp_session_isolation_facts(const struct aisp_session *s,
				  const struct aisp_launch *l, struct aisp_evidence *e)
{
	e->has_namespaces = holds(l, AISP_LAYER_NAMESPACES);
	e->has_group = l->plan->group_pid != 0;
	e->has_no_caps = holds(l, AISP_LAYER_NO_CAPS);
	e->has_landlock = holds(l, AISP_LAYER_LANDLOCK);
	e->has_load_filter = holds(l, AISP_LAYER_SECCOMP);
	e->has_limits = holds(l, AISP_LAYER_LIMITS);
	e->has_sealed_plan = holds(l, AISP_LAYER_PLAN);
	e->is_judge_intact = is_judge_intact(&s->harness->where);
	e->is_in_judge = is_in_judge(l->plan->variant_path);
	e->n_filters = l->n_filters;
	if (!s->buffers->device->kind->driver) { /* it keeps files and mappings */
		e->n_descriptors = l->n_descriptors - NULL_STREAMS - n_links(l);
		e->n_shared = aisp_view_shared(&l->view) - l->n_shared;
	}
	e->n_environment = aisp_view_environment(&l->view);
	note_objects(l, e);
	e->heap_bytes = l->heap_bytes;
	note_own_bytes(l, e);
	e->has_fp_changed = l->report ? l->report->has_fp_changed : NAN;
	e->limit_ns = (double)l->limit_ns;
	e->n_compared = s->n_compared;
	e->n_addresses = s->sampling->calls_per_sample;
	e->n_kept = (double)s->n_kept;
	e->is_seed_secret = !s->harness->is_seed_given;
}
