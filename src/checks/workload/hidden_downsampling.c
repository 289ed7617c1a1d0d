/* SPDX-License-Identifier: MIT
 *
 * See aisp_judge_ignored().
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	return aisp_judge_ignored(ev, f, AISP_PART_IMAGE,
				  "odd rows or columns of the image");
}

const struct aisp_check aisp_check_workload_hidden_downsampling = {
	.id = "workload.hidden_downsampling",
	.cheat = "computes at a lower resolution and repeats pixels",
	.defence =
		"every other row or column of pixels is changed; outputs must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
