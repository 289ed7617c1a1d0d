/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>
#include <math.h>

#include "base/stats.h"
#include "gap.h"

#define SLOW_NS 100e3 /* a shorter call at other sizes is noise */

/* The time of undisturbed launches; or the bound, if others disturbed all launches. */
static double bounded_ns(const struct aisp_heldout *h, double bound_ns)
{
	return isnan(h->call_ns) ? bound_ns : h->call_ns;
}

/* At most the CPU time, if others had the CPUs and the arm has one thread. */
static double call_ns(const struct aisp_measured *m)
{
	const struct aisp_evidence *e = &m->evidence;
	bool is_known = e->n_threads <= 1 && e->call_cpu_ns > 0;

	return is_known && !aisp_measured_counts(m) ? fmin(m->median_ns, e->call_cpu_ns)
						    : m->median_ns;
}

/* Lists the call time of each launch at the public sizes, in ascending order. */
static int list_public(const struct aisp_arm *a, double *ns)
{
	int n = 0;

	for (int i = 0; i < a->n_launches && n < AISP_MAX_LAUNCHES; i++)
		if (a->launches[i].status == AISP_LAUNCH_OK)
			ns[n++] = call_ns(&a->launches[i]);
	aisp_sort(ns, n);
	if (!n)
		ns[n++] = a->pilot_ns;
	return n;
}

/*
 * The number of fastest public launches that all beat n_other launches and of which
 * chance is no explanation; at most n_public.  Any launch may be fast or slow, whatever
 * its size.  A variant can recognise the pilot, and be slow in it.
 */
static int count_telling(int n_public, int n_other, double *chance)
{
	double p = 1;
	int n;

	for (n = 0; n < n_public && p > AISP_CHANCE; n++)
		p *= (double)(n_public - n) / (n_public + n_other - n);
	*chance = p;
	return n;
}

static double public_ns(const struct aisp_arm *a, bool is_sure)
{
	double ns[AISP_MAX_LAUNCHES], chance;
	int n = list_public(a, ns);

	return ns[is_sure ? count_telling(n, a->heldout.n_timed, &chance) - 1 : 0];
}

double aisp_gap_chance(const struct aisp_arm *a)
{
	double ns[AISP_MAX_LAUNCHES], chance;

	count_telling(list_public(a, ns), a->heldout.n_timed, &chance);
	return chance;
}

/* The gap if a call of a takes ns at the other sizes. */
static double gap(const struct aisp_group *g, const struct aisp_arm *a, double ns,
		  bool is_sure)
{
	const struct aisp_arm *base = &g->arms[0];
	double base_ns = bounded_ns(&base->heldout, base->heldout.most_ns);

	if (!(base_ns > 0) || isnan(ns) ||
	    g->merit.is_score) /* time does not count there */
		return NAN;
	if (ns < SLOW_NS)
		return 1;
	return fmin(1, base->pilot_ns / base_ns) * ns / public_ns(a, is_sure);
}

/* Others make no launch faster: a disturbed launch's time is an upper bound, too. */
static double other_ns(const struct aisp_heldout *h)
{
	double ns = isnan(h->call_ns) ? h->least_ns : fmin(h->call_ns, h->most_ns);

	return ns > 0 ? ns : NAN;
}

double aisp_gap(const struct aisp_group *g, const struct aisp_arm *a)
{
	return gap(g, a, other_ns(&a->heldout), true);
}

double aisp_gap_suspected(const struct aisp_group *g, const struct aisp_arm *a)
{
	return gap(g, a, other_ns(&a->heldout), false);
}

double aisp_gap_running(const struct aisp_group *g, const struct aisp_arm *a)
{
	const struct aisp_heldout *h = &a->heldout;

	return gap(g, a, isnan(h->call_ns) ? h->least_ns : h->running_ns, true);
}
