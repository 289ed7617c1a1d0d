/* SPDX-License-Identifier: MIT
 *
 * See aisp_judge_ignored().
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_CACHE, "last slots of the cache");
}

const struct aisp_check aisp_check_workload_kv_cache_size_mismatch = {
	.id = "workload.kv_cache_size_mismatch",
	.cheat = "reads fewer slots of the cache of keys and values than it holds",
	.defence = "the last slots are changed; outputs must follow, and NaN lies "
		   "behind the declared length",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
