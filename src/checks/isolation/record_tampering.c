/* SPDX-License-Identifier: MIT
 *
 * The record of a run is files, which anybody can edit afterwards.  A run in
 * progress can only write its journal; `aisp bench recheck` compares.
 */
#include <math.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (isnan(ev->n_edited))
		return aisp_find(f, AISP_VERDICT_ATTESTED,
				 "chained in a journal; `aisp bench recheck` compares");
	if (ev->n_edited > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "the record differs from its journal in %.0f %s",
				 ev->n_edited, ev->n_edited > 1 ? "places" : "place");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_isolation_record_tampering = {
	.id = "isolation.record_tampering",
	.cheat = "edits samples, evidence or verdicts of a run after the run",
	.defence = "samples, evidence, verdicts and files are hashed into the run's "
		   "journal while it lasts; the last hash can be kept elsewhere",
	.incident = NULL,
	.n_needs = 1,
	.needs = { AISP_FACT_n_journal },
	.judge = judge,
};
