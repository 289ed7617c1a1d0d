/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_graphs > 0 && !((unsigned)ev->uses & AISP_USES_GRAPHS))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f graph launches, undeclared", ev->n_graphs);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_location_graph_capture_cheat = {
	.id = "location.graph_capture_cheat",
	.cheat = "computes while a graph is captured, and replays what is left",
	.defence = "graphs only where the workload declares them; fresh inputs at "
		   "other addresses for each call",
	.incident = NULL,
	.is_of_gpu = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_graphs },
	.judge = judge,
};
