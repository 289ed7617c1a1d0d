/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "inputs given by the user repeat");
	if (ev->is_seed_secret != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "the seed was given: who knew it knows all inputs");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "a fresh secret, and SipHash between calls");
}

const struct aisp_check aisp_check_isolation_seed_reconstruction = {
	.id = "isolation.seed_reconstruction",
	.cheat = "works out the next inputs from those that it has seen",
	.defence = "keys of calls come from a secret by a pseudo-random function; none "
		   "follows from another",
	.incident = "kernelbot: cheat-rng",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_fresh, AISP_FACT_is_seed_secret },
	.judge = judge,
};
