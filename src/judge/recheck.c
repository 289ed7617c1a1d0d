/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "decide/conclude.h"
#include "recheck.h"
#include "record.h"

static enum aisp_launch_status status_of(enum aisp_ending ending)
{
	static const enum aisp_launch_status all[AISP_N_ENDINGS + 1] = {
		[AISP_ENDED_OK] = AISP_LAUNCH_OK,
		[AISP_ENDED_CRASHED] = AISP_LAUNCH_CRASHED,
		[AISP_ENDED_HUNG] = AISP_LAUNCH_HUNG,
		[AISP_ENDED_FAILED] = AISP_LAUNCH_FAILED,
		[AISP_ENDED_REJECTED] = AISP_LAUNCH_OK, /* with wrong outputs */
		[AISP_ENDED_UNSUPPORTED] = AISP_LAUNCH_UNSUPPORTED,
		[AISP_ENDED_NOT_RUN] = AISP_LAUNCH_NOT_RUN,
		[AISP_N_ENDINGS] = AISP_LAUNCH_NOT_RUN,
	};

	return all[ending];
}

static void read_launch(struct aisp_measured *m, const struct aisp_run_launch *l,
			const struct aisp_recheck *r, double n_missing)
{
	m->block = l->block >= -1 && l->block < AISP_MAX_BLOCKS ? (int)l->block : -1;
	m->status = status_of(l->status);
	m->median_ns = l->samples_ns.n ? aisp_median(l->samples_ns.at, l->samples_ns.n)
				       : l->median_ns;
	m->wall_ns = l->wall_ns > 0 ? l->wall_ns : 0;
	m->scores.n = l->scores.n;
	m->scores.value = l->scores.n ? aisp_mean(l->scores.at, l->scores.n) : NAN;
	snprintf(m->wrong, sizeof(m->wrong), "%s", l->wrong);
	for (int i = 0; i < AISP_N_FACTS; i++)
		aisp_evidence_put(
			&m->evidence, (enum aisp_fact)i,
			aisp_map_get(&l->evidence, aisp_fact_name((enum aisp_fact)i)));
	snprintf(m->evidence.undeclared, sizeof(m->evidence.undeclared), "%s",
		 l->undeclared);
	snprintf(m->evidence.beside, sizeof(m->evidence.beside), "%s", l->beside);
	snprintf(m->evidence.broken, sizeof(m->evidence.broken), "%s", l->broken);
	if (!r->has_journal)
		return;
	m->evidence.n_missing_launches = n_missing;
	m->evidence.n_edited = r->n_edited;
	if (isnan(m->evidence.n_journal))
		m->evidence.n_journal = 0; /* the journal was removed */
}

static int read_arm(struct aisp_group *g, enum aisp_role role,
		    const struct aisp_run_result *result, const struct aisp_recheck *r)
{
	const struct aisp_run_arm *arm = result->arms[role];
	struct aisp_arm *a = &g->arms[role];
	double n_missing = aisp_element_number(r->missing, (size_t)result->index[role]);

	a->name = arm->variant;
	a->launches = calloc((size_t)arm->n_launches + 1, sizeof(*a->launches));
	if (!a->launches)
		return -1;
	for (int k = 0; k < arm->n_launches; k++) {
		read_launch(&a->launches[k], &arm->launches[k], r, n_missing);
		if (a->launches[k].block >= g->n_blocks)
			g->n_blocks = a->launches[k].block + 1;
	}
	a->n_launches = arm->n_launches;
	a->status = AISP_ARM_OK;
	a->is_wanted = role == AISP_OPTIMIZED;
	return 0;
}

static void read_merit(struct aisp_merit *m, const struct aisp_run_score *s)
{
	if (!s)
		return;
	*m = (struct aisp_merit){ .is_score = true,
				  .more_is_better = s->better == AISP_BETTER_MORE,
				  .is_clocked = s->is_clocked,
				  .max_times = s->max_times > 0 ? s->max_times : 0 };
	snprintf(m->name, sizeof(m->name), "%s", s->name);
}

/* What the verdict depends on, beside the launches. */
static void read_conditions(struct aisp_group *g, const struct aisp_run_comparison *c)
{
	const struct aisp_arm *a = &g->arms[AISP_OPTIMIZED];

	snprintf(g->busy, sizeof(g->busy), "%s", c->busy);
	snprintf(g->ended, sizeof(g->ended), "%s", c->ended);
	g->narrow = *c->narrow_input ? c->narrow_input : NULL;
	g->alike = *c->alike_input ? c->alike_input : NULL;
	g->alike_share = a->n_launches ? a->launches[0].evidence.alike_share : NAN;
}

static int read_group(struct aisp_group *g, const struct aisp_run_result *result,
		      const struct aisp_recheck *r)
{
	const struct aisp_run_comparison *c = result->comparison;
	const struct aisp_device_kind *kind =
		aisp_device_named(result->arms[AISP_OPTIMIZED]->device);

	g->device = kind ? kind->id : AISP_DEVICE_CPU;
	g->margin = isnan(c->margin) ? AISP_MARGIN_MIN : c->margin;
	g->limits = r->limits;
	read_merit(&g->merit, result->score);
	snprintf(g->options, sizeof(g->options), "%s", c->forecast_options);
	g->n_arms = result->arms[AISP_LIBRARY] ? 3 : 2;
	g->library = result->arms[AISP_LIBRARY] ? AISP_LIBRARY : 0;
	for (int i = 0; i < g->n_arms; i++)
		if (read_arm(g, (enum aisp_role)i, result, r))
			return -1;
	read_conditions(g, c);
	g->arms[AISP_OPTIMIZED].pattern =
		*c->forecast_target ? c->forecast_target : result->target;
	return 0;
}

static int judge_result(const struct aisp_run_result *saved, json_t *result,
			const struct aisp_recheck *r)
{
	struct aisp_group *g = calloc(1, sizeof(*g));
	int rc = g ? read_group(g, saved, r) : -1;

	if (!rc) {
		aisp_group_conclude(g);
		rc = json_object_set_new(
			result, "comparison",
			aisp_record_match(g, AISP_OPTIMIZED,
					  &g->versus_baseline[AISP_OPTIMIZED]));
		if (g->library)
			rc |= json_object_set_new(
				result, "vs_library",
				aisp_record_match(g, AISP_OPTIMIZED,
						  &g->versus_library[AISP_OPTIMIZED]));
		rc |= json_object_set_new(result, "ledger",
					  aisp_record_ledger(g, AISP_OPTIMIZED));
	}
	for (int i = 0; g && i < g->n_arms; i++)
		free(g->arms[i].launches);
	free(g);
	return rc;
}

int aisp_recheck(const struct aisp_recheck *r, const struct aisp_run *run,
		 json_t *results, struct aisp_err *err)
{
	json_t *list = json_object_get(results, "results");

	for (int i = 0; i < run->n_results; i++)
		if (run->results[i].comparison && /* it was measured */
		    judge_result(&run->results[i], json_array_get(list, (size_t)i), r))
			return aisp_err_set(err, "no memory to judge a result again");
	return 0;
}
