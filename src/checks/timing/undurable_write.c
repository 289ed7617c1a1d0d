/* SPDX-License-Identifier: MIT
 *
 * Outputs in files must be on the device when a call answers.  The kernel says which of
 * their pages it still has to write, and how often the device was told to write its own
 * cache through: fsync(), fdatasync() or O_DSYNC do both, O_DIRECT alone leaves the
 * file's length to memory.  That others flush the same device can hide a missing one.
 */
#include <aisp/check.h>
#include <math.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_unsynced < 0)
		return aisp_find(f, AISP_VERDICT_NA, "no output lies in a file");
	if (ev->n_unsynced > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "no device had %.0f page%s of a file when a call "
				 "answered: write it whole, and fsync() it",
				 ev->n_unsynced, ev->n_unsynced == 1 ? "" : "s");
	if (isnan(ev->n_flushes))
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "no page is left in memory; that the device's cache "
				 "is flushed, nobody counts");
	if (ev->n_flushes < 1)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "a call ended without a flush of the device's cache: "
				 "fsync() the file");
	return aisp_find(f, AISP_VERDICT_PASS,
			 "no page is left, and a flush was seen in each call, whoever "
			 "asked for it");
}

const struct aisp_check aisp_check_timing_undurable_write = {
	.id = "timing.undurable_write",
	.cheat = "answers when a file is only in the page cache, or in the device's "
		 "cache",
	.defence = "pages of the file that are not written yet, and flushes of the "
		   "device, counted right after the answer",
	.n_needs = 1,
	.needs = { AISP_FACT_n_unsynced },
	.judge = judge,
};
