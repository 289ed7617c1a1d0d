/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arms.h"
#include "ledger.h"

/* A check that noise may have failed does not end the arm: it may pass later. */
static bool is_sure(const struct aisp_check *c, const struct aisp_measured *m)
{
	return !c->is_majority && !(c->is_noise && c->is_noise(&m->evidence));
}

static bool is_trusted(const struct aisp_limits *limits, const struct aisp_measured *m)
{
	struct aisp_finding f;

	if (m->status != AISP_LAUNCH_OK)
		return false;
	for (int c = 0; aisp_checks[c]; c++)
		if (!aisp_is_left_out(limits, aisp_checks[c]) &&
		    is_sure(aisp_checks[c], m) &&
		    aisp_check_run(aisp_checks[c], &m->evidence, &f) ==
			    AISP_VERDICT_FAIL)
			return false;
	return true;
}

/* Copies what the variant says about itself. */
static void adopt_report(struct aisp_arm *a, const struct aisp_measured *m)
{
	if (!m->summary[0])
		return;
	a->cls = m->cls;
	memcpy(a->summary, m->summary, sizeof(a->summary));
	memcpy(a->library, m->library, sizeof(a->library));
}

void aisp_arm_settle(const struct aisp_limits *limits, struct aisp_arm *a,
		     const struct aisp_measured *m)
{
	adopt_report(a, m);
	if (is_trusted(limits, m))
		return;
	a->is_settled = true;
	if (m->status == AISP_LAUNCH_OK)
		return; /* the checks will say what is wrong */
	a->status = m->status == AISP_LAUNCH_UNSUPPORTED ? AISP_ARM_SKIPPED
							 : AISP_ARM_FAILED;
	snprintf(a->why, sizeof(a->why), "%s: %s", aisp_launch_status_name(m->status),
		 m->cause);
}

bool aisp_arm_is_untold(const struct aisp_arm *a)
{
	const struct aisp_heldout *h = &a->heldout;

	return h->is_tried && h->is_disturbed && isnan(h->call_ns);
}

bool aisp_is_clean(const struct aisp_measured *m)
{
	const struct aisp_limits all = { 0 };

	return m->status == AISP_LAUNCH_OK && !m->wrong[0] && is_trusted(&all, m);
}

void aisp_group_find_library(struct aisp_group *g)
{
	for (int i = g->n_arms - 1; i > 0; i--)
		if (aisp_is_active(g, i) && g->arms[i].cls == AISP_CLASS_LIBRARY)
			g->library = i;
}

void aisp_group_blame_baseline(struct aisp_group *g)
{
	for (int i = 1; i < g->n_arms; i++) {
		if (aisp_is_active(g, 0) || !aisp_is_active(g, i))
			continue;
		g->arms[i].status = g->arms[0].status;
		g->arms[i].fault = AISP_FAULT_BASELINE;
		snprintf(g->arms[i].why, sizeof(g->arms[i].why), "its baseline %.*s",
			 500, g->arms[0].why);
	}
}

/* All arms that did not fail end so, each with the same words. */
static void end_all(struct aisp_group *g, enum aisp_arm_status status,
		    const char *before, const char *why)
{
	for (int i = 0; i < g->n_arms; i++) {
		if (g->arms[i].status == AISP_ARM_FAILED)
			continue;
		g->arms[i].status = status;
		snprintf(g->arms[i].why, sizeof(g->arms[i].why), "%s%s", before, why);
	}
}

void aisp_group_skip(struct aisp_group *g, const char *why)
{
	end_all(g, AISP_ARM_SKIPPED, "", why);
}

void aisp_group_fail(struct aisp_group *g, const char *why)
{
	end_all(g, AISP_ARM_FAILED, "its workload is broken: ", why);
}
