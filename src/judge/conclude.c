/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "conclude.h"
#include "ledger.h"

static const struct aisp_measured *launch_of(const struct aisp_arm *a, int block)
{
	for (int i = 0; i < a->n_launches; i++)
		if (a->launches[i].block == block &&
		    a->launches[i].status == AISP_LAUNCH_OK)
			return &a->launches[i];
	return NULL;
}

static int pairs(const struct aisp_group *g, int a, int b, double *a_ns, double *b_ns)
{
	int n = 0;

	for (int block = 0; block < g->n_blocks; block++) {
		const struct aisp_measured *x = launch_of(&g->arms[a], block);
		const struct aisp_measured *y = launch_of(&g->arms[b], block);

		if (!x || !y)
			continue;
		a_ns[n] = x->median_ns;
		b_ns[n++] = y->median_ns;
	}
	return n;
}

void aisp_group_decide(const struct aisp_group *g, int other, int i,
		       struct aisp_match *match)
{
	double other_ns[AISP_MAX_BLOCKS], ns[AISP_MAX_BLOCKS];
	int n = pairs(g, other, i, other_ns, ns);

	match->other = other;
	aisp_decide(other_ns, ns, n, g->margin, &match->result);
}

static void invalidate(struct aisp_match *match, const char *who, const char *check,
		       const char *why)
{
	match->result.outcome = AISP_OUTCOME_INVALID;
	snprintf(match->result.why, sizeof(match->result.why), "%s: %s: %s", who, check,
		 why);
}

/* Any failed check of either arm makes the comparison INVALID. */
static void judge_match(const struct aisp_group *g, int i, struct aisp_match *match)
{
	const int arms[] = { match->other, i };

	for (int k = 0; k < 2; k++)
		for (int c = 0; aisp_checks[c]; c++) {
			struct aisp_finding f;

			if (aisp_is_left_out(g->limits, aisp_checks[c]) ||
			    aisp_arm_check(&g->arms[arms[k]], aisp_checks[c], &f) !=
				    AISP_VERDICT_FAIL)
				continue;
			invalidate(match, g->arms[arms[k]].name, aisp_checks[c]->id,
				   f.why);
			return;
		}
}

void aisp_group_conclude(struct aisp_group *g)
{
	for (int i = 1; i < g->n_arms; i++) {
		if (!g->arms[i].is_wanted || !aisp_is_active(g, i) ||
		    !aisp_is_active(g, 0))
			continue;
		aisp_group_decide(g, 0, i, &g->versus_baseline[i]);
		judge_match(g, i, &g->versus_baseline[i]);
		if (!g->library || g->library == i || !aisp_is_active(g, g->library))
			continue;
		aisp_group_decide(g, g->library, i, &g->versus_library[i]);
		judge_match(g, i, &g->versus_library[i]);
	}
}
