/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "conclude.h"
#include "recheck.h"
#include "record.h"
#include "store/pairs.h"

/* The arms of a group that is made of one result. */
enum { BASELINE, OPTIMIZED, LIBRARY };

static const char *const members[] = { "baseline", "optimized", "library" };

static enum aisp_launch_status status_of(const char *text)
{
	static const enum aisp_launch_status all[] = {
		AISP_LAUNCH_OK, AISP_LAUNCH_UNSUPPORTED, AISP_LAUNCH_FAILED,
		AISP_LAUNCH_CRASHED, AISP_LAUNCH_HUNG
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (!strcmp(text, aisp_launch_status_name(all[i])))
			return all[i];
	/* It ended well, and its output was wrong. */
	return strcmp(text, "rejected") ? AISP_LAUNCH_NOT_RUN : AISP_LAUNCH_OK;
}

static double median_of(const json_t *launch)
{
	const json_t *samples = json_object_get(launch, "samples_ns");
	int n = (int)json_array_size(samples);
	double *ns = n ? malloc((size_t)n * sizeof(*ns)) : NULL, median;

	if (!ns)
		return aisp_field_number(launch, "median_ns");
	for (int i = 0; i < n; i++)
		ns[i] = aisp_element_number(samples, (size_t)i);
	median = aisp_median(ns, n);
	free(ns);
	return median;
}

static void read_launch(struct aisp_measured *m, const json_t *launch,
			const struct aisp_recheck *r, double n_missing)
{
	const json_t *evidence = json_object_get(launch, "evidence");
	double block = aisp_field_number(launch, "block");

	m->block = block >= -1 && block < AISP_MAX_BLOCKS ? (int)block : -1;
	m->status = status_of(aisp_field_text(launch, "status"));
	m->median_ns = median_of(launch);
	m->wall_ns = (int64_t)fmax(0, aisp_field_number(launch, "wall_ns"));
	snprintf(m->wrong, sizeof(m->wrong), "%s", aisp_field_text(launch, "wrong"));
	for (int i = 0; i < AISP_N_FACTS; i++)
		aisp_evidence_put(
			&m->evidence, (enum aisp_fact)i,
			aisp_field_number(evidence, aisp_fact_name((enum aisp_fact)i)));
	snprintf(m->evidence.undeclared, sizeof(m->evidence.undeclared), "%s",
		 aisp_field_text(evidence, "undeclared"));
	if (!r->has_journal)
		return;
	m->evidence.n_missing_launches = n_missing;
	m->evidence.n_edited = r->n_edited;
	if (isnan(m->evidence.n_journal))
		m->evidence.n_journal = 0; /* taken away */
}

static int read_arm(struct aisp_group *g, int i, const json_t *results,
		    const json_t *result, const struct aisp_recheck *r)
{
	const json_t *arm = aisp_result_arm(results, result, members[i]);
	const json_t *launches = json_object_get(arm, "launches");
	const json_t *at = json_object_get(result, members[i]);
	int n = (int)json_array_size(launches);
	struct aisp_arm *a = &g->arms[i];
	double n_missing =
		aisp_element_number(r->missing, (size_t)json_integer_value(at));

	a->name = aisp_field_text(arm, "variant");
	a->launches = calloc((size_t)n + 1, sizeof(*a->launches));
	if (!a->launches)
		return -1;
	for (int k = 0; k < n; k++) {
		read_launch(&a->launches[k], json_array_get(launches, (size_t)k), r,
			    n_missing);
		if (a->launches[k].block >= g->n_blocks)
			g->n_blocks = a->launches[k].block + 1;
	}
	a->n_launches = n;
	a->status = AISP_ARM_OK;
	a->is_wanted = i == OPTIMIZED;
	return 0;
}

static int read_group(struct aisp_group *g, const json_t *results, const json_t *result,
		      const struct aisp_recheck *r)
{
	const json_t *arm = aisp_result_arm(results, result, "optimized");
	double margin =
		aisp_field_number(json_object_get(result, "comparison"), "margin");
	const json_t *forecast =
		json_object_get(json_object_get(result, "comparison"), "forecast");
	bool has_library = json_is_integer(json_object_get(result, "library"));

	g->device = strcmp(aisp_field_text(arm, "device"), "cuda") ? AISP_DEVICE_CPU
								   : AISP_DEVICE_CUDA;
	g->margin = isnan(margin) ? AISP_MARGIN_MIN : margin;
	g->limits = r->limits;
	snprintf(g->options, sizeof(g->options), "%s",
		 aisp_field_text(forecast, "options"));
	g->n_arms = has_library ? 3 : 2;
	g->library = has_library ? LIBRARY : 0;
	for (int i = 0; i < g->n_arms; i++)
		if (read_arm(g, i, results, result, r))
			return -1;
	g->arms[OPTIMIZED].pattern = aisp_field_text(forecast, "target");
	if (!*g->arms[OPTIMIZED].pattern)
		g->arms[OPTIMIZED].pattern = aisp_field_text(result, "target");
	return 0;
}

static int judge_result(json_t *results, json_t *result, const struct aisp_recheck *r)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	int rc = g ? read_group(g, results, result, r) : -1;

	if (!rc) {
		aisp_group_conclude(g);
		rc = json_object_set_new(
			result, "comparison",
			aisp_record_match(g, OPTIMIZED,
					  &g->versus_baseline[OPTIMIZED]));
		if (g->library)
			rc |= json_object_set_new(
				result, "vs_library",
				aisp_record_match(g, OPTIMIZED,
						  &g->versus_library[OPTIMIZED]));
		rc |= json_object_set_new(result, "ledger",
					  aisp_record_ledger(g, OPTIMIZED));
	}
	for (int i = 0; g && i < g->n_arms; i++)
		free(g->arms[i].launches);
	free(g);
	return rc;
}

int aisp_recheck(const struct aisp_recheck *r, json_t *results, struct aisp_err *err)
{
	json_t *result;
	size_t i;

	json_array_foreach(json_object_get(results, "results"), i, result)
	{
		if (!json_is_object(json_object_get(result, "comparison")))
			continue; /* not measured: nothing to judge */
		if (judge_result(results, result, r))
			return aisp_err_set(err, "no memory to judge a result again");
	}
	return 0;
}
