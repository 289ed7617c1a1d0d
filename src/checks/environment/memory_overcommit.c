/* SPDX-License-Identifier: MIT
 *
 * A table of answers for all inputs fits into addresses that cost nothing until they
 * are touched.  A GPU's driver reserves terabytes for itself.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->address_limit_bytes > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "%.3g GiB of addresses at most",
				 ev->address_limit_bytes / 0x1p30);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "addresses have no limit%s",
			 ev->is_gpu ? " beside a GPU's driver" : "");
}

const struct aisp_check aisp_check_environment_memory_overcommit = {
	.id = "environment.memory_overcommit",
	.cheat = "reserves memory that the machine does not have",
	.defence = "a limit on the worker's addresses: its data and a fixed allowance",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_address_limit_bytes, AISP_FACT_is_gpu },
	.judge = judge,
};
