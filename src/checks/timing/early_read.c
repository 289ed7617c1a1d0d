/* SPDX-License-Identifier: MIT
 *
 * An input file is written anew before each call, and dropped from the page cache while
 * the worker is stopped.  So a worker that reads or maps it only in a call has no page
 * of it before, and no storage read outside of that cache.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_early_pages < 0)
		return aisp_find(f, AISP_VERDICT_NA, "no input lies in a file");
	if (ev->n_early_pages > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f page%s of an input file read before the bell",
				 ev->n_early_pages, ev->n_early_pages == 1 ? "" : "s");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_timing_early_read = {
	.id = "timing.early_read",
	.cheat = "reads its input file before the bell, in a thread, by a mapping, "
		 "or by requests that the last call left behind",
	.defence = "pages of the file in the page cache, and what the process had read "
		   "from storage, counted right before the bell",
	.n_needs = 1,
	.needs = { AISP_FACT_n_early_pages },
	.judge = judge,
};
