/* SPDX-License-Identifier: MIT
 *
 * See src/judge/rank_delay.h for the calls with a delayed rank.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_ranks < 2)
		return aisp_find(f, AISP_VERDICT_NA, "no other process shares a call");
	if (ev->delayed_wrong > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of all %.0f elements compared when one rank "
				 "started late are out of bounds, and none when all "
				 "start together",
				 ev->delayed_wrong, ev->delayed_elems);
	if (ev->delayed_elems == 0)
		return aisp_find(f, AISP_VERDICT_UNKNOWN, "no rank was held back");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_distributed_unsynchronized_read = {
	.id = "distributed.unsynchronized_read",
	.cheat = "reads its peers' data without waiting for them: right only while all "
		 "ranks start together",
	.defence = "in untimed calls among the timed ones, a random rank is stopped "
		   "before the bell, and at a random change of what ranks show each "
		   "other, for a random time; outputs of all ranks are compared",
	.incident = NULL,
	.n_needs = 3,
	.needs = { AISP_FACT_n_ranks, AISP_FACT_delayed_elems,
		   AISP_FACT_delayed_wrong },
	.judge = judge,
};
