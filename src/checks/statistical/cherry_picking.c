/* SPDX-License-Identifier: MIT
 *
 * Every launch enters a chain of hashes when it ends, before its effect is known.  A
 * record without one of them was cherry-picked.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_missing_launches > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f launches of the journal are not in the record",
				 ev->n_missing_launches);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_statistical_cherry_picking = {
	.id = "statistical.cherry_picking",
	.cheat = "leaves out the launches that speak against it",
	.defence = "all launches are kept, in a journal that each extends by a hash of "
		   "itself and of all before; a saved run is compared with it",
	.incident = "Leaderboard Illusion 2025; MLPerf participation 2022",
	.n_needs = 1,
	.needs = { AISP_FACT_n_missing_launches },
	.judge = judge,
};
