/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "decide.h"
#include "decide_pairs.h"

static enum aisp_word word_of(enum aisp_outcome o)
{
	switch (o) {
	case AISP_OUTCOME_FASTER:
		return AISP_WORD_FASTER;
	case AISP_OUTCOME_SLOWER:
		return AISP_WORD_SLOWER;
	case AISP_OUTCOME_SAME:
		return AISP_WORD_SAME;
	case AISP_OUTCOME_INVALID:
		return AISP_WORD_INVALID;
	default:
		return AISP_WORD_INCONCLUSIVE;
	}
}

void aisp_decide_pairs(struct aisp_compared_row *row, int n_asked)
{
	struct aisp_comparison c;

	if (!row->has_figures || row->unit != AISP_COMPARED_PAIRS)
		return;
	aisp_decide(row->pairs_ns[0].at, row->pairs_ns[1].at, row->pairs_ns[0].n,
		    row->margin, &c);
	aisp_demand_pairs(&c, n_asked);
	row->verdict = word_of(c.outcome);
	snprintf(row->why, sizeof(row->why), "%s", c.why);
	row->metric = AISP_HISTORY_TIME;
	row->ratio = c.speedup;
	row->ratio_ci[0] = c.speedup_lo;
	row->ratio_ci[1] = c.speedup_hi;
	row->confidence = c.confidence;
	row->n[0] = row->n[1] = c.n_pairs;
}
