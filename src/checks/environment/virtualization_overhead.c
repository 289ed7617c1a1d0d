/* SPDX-License-Identifier: MIT
 *
 * A hypervisor reports what it takes in ticks of 10 ms. Being virtual is no failure: it
 * lowers the grade of the environment, and the noise is measured.
 */
#include "checks/explains.h"

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double effect = log((1 - fmin(0.99, ev->steal_share_rest)) /
			    (1 - fmin(0.99, ev->steal_share_arm)));

	if (!ev->is_virtual)
		return AISP_VERDICT_PASS;
	if (fabs(ev->steal_share_t) > AISP_T_LIMIT && aisp_explains(ev, effect))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f %% of the CPU's time stolen, "
				 "%.0f %% for the other arms",
				 100 * ev->steal_share_arm, 100 * ev->steal_share_rest);
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "a virtual machine; %.2g %% of the CPU's time was stolen",
			 100 * ev->steal_share_arm);
}

const struct aisp_check aisp_check_environment_virtualization_overhead = {
	.id = "environment.virtualization_overhead",
	.cheat = "measures one variant while the hypervisor gives the CPU to others",
	.defence =
		"time stolen from the worker's CPU, compared between the arms; a grade",
	.is_of_machine = true,
	.n_needs = 6,
	.needs = { AISP_FACT_is_virtual, AISP_FACT_steal_share_arm,
		   AISP_FACT_steal_share_rest, AISP_FACT_steal_share_t,
		   AISP_FACT_call_ns_arm, AISP_FACT_call_ns_rest },
	.judge = judge,
};
