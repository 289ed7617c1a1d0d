/* SPDX-License-Identifier: MIT
 *
 * The kernel counts how long a thread that could run waited for a CPU.  Others' work
 * that hits both arms widens the interval; this is about the work that hits one.  Of
 * a team of threads only the first is seen.
 */
#include "checks/explains.h"

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double effect = log((1 - fmin(0.99, ev->delay_share_rest)) /
			    (1 - fmin(0.99, ev->delay_share_arm)));

	if (fabs(ev->delay_share_t) > AISP_T_LIMIT && aisp_explains(ev, effect))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "waited for a CPU %.0f %% of the time, the other arms "
				 "%.0f %%",
				 100 * ev->delay_share_arm, 100 * ev->delay_share_rest);
	if (ev->delay_share_arm > 0.02)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "waited for a CPU %.0f %% of the time",
				 100 * ev->delay_share_arm);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_statistical_background_process_noise = {
	.id = "statistical.background_process_noise",
	.cheat = "has another process take the CPU from one variant",
	.defence =
		"the time that the worker waited for a CPU, compared between the arms",
	.n_needs = 6,
	.needs = { AISP_FACT_delay_share, AISP_FACT_delay_share_arm,
		   AISP_FACT_delay_share_rest, AISP_FACT_delay_share_t,
		   AISP_FACT_call_ns_arm, AISP_FACT_call_ns_rest },
	.judge = judge,
};
