/* SPDX-License-Identifier: MIT
 *
 * See aisp_judge_ignored().
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_SEQUENCE,
				  "last positions of the sequence");
}

const struct aisp_check aisp_check_workload_sequence_truncation = {
	.id = "workload.sequence_truncation",
	.cheat = "reads a sequence only up to some length",
	.defence = "the inputs at the last positions are changed; outputs must follow",
	.incident = "AI Agent Benchmark Shortcuts 2024",
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
