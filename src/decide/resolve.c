/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "resolve.h"

double aisp_resolved_ns(const struct aisp_bias *b, int n_calls)
{
	double ns = b->spread_ns + fabs(b->residual_ns) + b->tick_ns;

	return fmax(ns, 1) / n_calls;
}

double aisp_call_ns(const struct aisp_bias *b, double ring_ns, int n_calls)
{
	return fmax((ring_ns - b->ring_ns) / n_calls - b->call_ns,
		    aisp_resolved_ns(b, n_calls));
}

void aisp_resolve(struct aisp_comparison *c, double a_ns, double b_ns,
		  double resolved_ns, double bias_ns)
{
	bool is_bound =
		c->outcome == AISP_OUTCOME_FASTER || c->outcome == AISP_OUTCOME_SLOWER;

	if (!(fmin(a_ns, b_ns) <= resolved_ns)) /* NaN too */
		return;
	if (!is_bound)
		c->outcome = AISP_OUTCOME_INCONCLUSIVE;
	c->wants_pairs = false; /* their times would be lost as well */
	snprintf(c->why, sizeof(c->why),
		 "%scalls of %.3g ns are below what this machine's bell resolves: "
		 "%.3g ns +- %.3g ns a call",
		 is_bound ? "at least; " : "", fmin(a_ns, b_ns), bias_ns, resolved_ns);
}
