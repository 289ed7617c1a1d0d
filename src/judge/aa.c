/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aa.h"

/* Both arms are the target's baseline. */
static void fill_twins(struct aisp_group *g, const struct aisp_target *t)
{
	g->n_arms = 2;
	for (int i = 0; i < 2; i++)
		g->arms[i] = (struct aisp_arm){ .name = t->baseline,
						.target = t->id,
						.source = t->baseline,
						.object = t->baseline_object,
						.is_wanted = i == 1 };
	snprintf(g->chapter, sizeof(g->chapter), "%s", t->chapter);
	snprintf(g->workload, sizeof(g->workload), "%s", t->workload);
}

static int compare(const struct aisp_suite *s, struct aisp_harness *harness,
		   const struct aisp_target *t, int position, int n,
		   struct aisp_comparison *result, struct aisp_err *err)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	struct aisp_contract contract;
	int rc = -1;

	if (!g)
		return aisp_err_errno(err, "memory for a group");
	fill_twins(g, t);
	g->position = position;
	g->n_groups = n;
	if (aisp_suite_contract(s, t, 0, &contract, err))
		goto out;
	aisp_group_set_contract(g, &contract);
	rc = aisp_group_measure(g, harness, &s->limits, &s->progress, err);
	*result = g->versus_baseline[1].result;
	if (!rc && *s->limits.is_stopped)
		rc = aisp_err_set(err, "stopped after %d of %d comparisons", position,
				  n);
	if (!rc && g->arms[1].status != AISP_ARM_OK)
		rc = aisp_err_set(err, "%s: %s", t->id, g->arms[1].why);
out:
	aisp_group_release(g);
	free(g);
	return rc;
}

static int compare_all(const struct aisp_suite *s, const struct aisp_catalogue *c,
		       int n, double *mean_d, struct aisp_noise *noise,
		       struct aisp_err *err)
{
	struct aisp_harness harness = { .paths = s->paths,
					.seed = s->seed,
					.dist = s->dist,
					.scratch_dir = s->scratch_dir,
					.n_heldout = (uint64_t)1 << 32 };

	for (int i = 0; i < n; i++) {
		struct aisp_comparison result = { 0 };

		if (compare(s, &harness, &c->targets[i % c->n], i, n, &result, err))
			return -1;
		mean_d[i] = fabs(log(result.speedup));
		noise->n_comparisons++;
		noise->n_differing += result.outcome == AISP_OUTCOME_FASTER ||
				      result.outcome == AISP_OUTCOME_SLOWER;
	}
	return 0;
}

int aisp_aa_run(const struct aisp_suite *s, int n_comparisons, struct aisp_noise *noise,
		struct aisp_err *err)
{
	double *mean_d = calloc((size_t)n_comparisons, sizeof(*mean_d));
	struct aisp_catalogue c;
	int rc = -1;

	memset(noise, 0, sizeof(*noise));
	if (!mean_d)
		return aisp_err_errno(err, "memory for %d comparisons", n_comparisons);
	if (aisp_suite_build(s, &c, err))
		goto out;
	rc = compare_all(s, &c, n_comparisons, mean_d, noise, err);
	if (!rc)
		noise->floor = aisp_noise_floor(mean_d, n_comparisons);
	aisp_catalogue_release(&c);
out:
	free(mean_d);
	return rc;
}
