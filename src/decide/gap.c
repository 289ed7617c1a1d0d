/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "gap.h"

#define SLOW_NS 100e3 /* a shorter call at other sizes is noise */

/* Between what it ran itself and what it took: others may have had the rest. */
static double bounded_ns(const struct aisp_heldout *h, double bound_ns)
{
	return isnan(h->call_ns) ? bound_ns : h->call_ns;
}

/*
 * At the public sizes: the least of its launches so far.  Which is the pilot it can
 * tell, and be slow in it.
 */
static double public_ns(const struct aisp_arm *a)
{
	double ns = a->pilot_ns;

	for (int i = 0; i < a->n_launches; i++)
		if (aisp_measured_counts(&a->launches[i]))
			ns = fmin(ns, a->launches[i].median_ns);
	return ns;
}

/* With a call of a that takes ns there. */
static double gap(const struct aisp_group *g, const struct aisp_arm *a, double ns)
{
	const struct aisp_arm *base = &g->arms[0];
	double base_ns = bounded_ns(&base->heldout, base->heldout.most_ns);

	if (!(base_ns > 0) || isnan(ns) ||
	    g->merit.is_score) /* time is no merit there */
		return NAN;
	if (ns < SLOW_NS)
		return 1;
	return fmin(1, base->pilot_ns / base_ns) * ns / public_ns(a);
}

double aisp_gap(const struct aisp_group *g, const struct aisp_arm *a)
{
	double ns = bounded_ns(&a->heldout, a->heldout.least_ns);

	return gap(g, a, ns > 0 ? ns : NAN);
}

double aisp_gap_running(const struct aisp_group *g, const struct aisp_arm *a)
{
	const struct aisp_heldout *h = &a->heldout;

	return gap(g, a, isnan(h->call_ns) ? h->least_ns : h->running_ns);
}
