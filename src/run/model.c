/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "model.h"
#include "shapes.h"

static int check_schema(const json_t *document, int schema, struct aisp_err *err)
{
	const json_t *v = json_object_get(document, "schema");

	if (!json_is_object(document))
		return aisp_err_set(err, "is no object");
	if (json_is_number(v) && json_integer_value(v) != schema)
		return aisp_err_set(err, "schema %lld, but this aisp reads schema %d",
				    (long long)json_integer_value(v), schema);
	return 0;
}

int aisp_manifest_check(const json_t *manifest, struct aisp_err *err)
{
	return manifest ? check_schema(manifest, AISP_MANIFEST_SCHEMA, err) : 0;
}

/* Point to the arms that the indices name. */
static int link_arms(const struct aisp_run *run, struct aisp_run_result *r,
		     struct aisp_err *err)
{
	const struct aisp_where w = { NULL, "results", (int)(r - run->results) };

	for (int k = 0; k < AISP_N_ROLES; k++) {
		int64_t i = r->index[k];

		if (i >= 0 && i < run->n_arms)
			r->arms[k] = &run->arms[i];
		else if (i != AISP_UNKNOWN || k != AISP_LIBRARY)
			return aisp_complain(&w, aisp_role_name((enum aisp_role)k),
					     "points at no arm", err);
	}
	return 0;
}

static void rescale(struct aisp_run_arm *arm, double ns)
{
	double times = arm->median_ns / ns;

	arm->median_ns = ns;
	arm->gb_per_s *= times;
	arm->gflop_per_s *= times;
	arm->sol.fraction *= times;
	if (!arm->collective)
		return;
	arm->collective->algbw_gb_s *= times;
	arm->collective->busbw_gb_s *= times;
}

/* An older aisp took disturbed launches into an arm's figures.  Where there are no
 * others they stay. */
static int settle_figures(struct aisp_run_arm *arm)
{
	double *ns = calloc((size_t)arm->n_launches + 1, sizeof(*ns));
	int n = 0, n_whole = 0;

	if (!ns)
		return -1;
	for (int i = 0; i < arm->n_launches; i++) {
		n_whole += aisp_launch_is_whole(&arm->launches[i]);
		if (aisp_launch_counts(&arm->launches[i]))
			ns[n++] = arm->launches[i].median_ns;
	}
	if (n && n < n_whole && arm->median_ns > 0)
		rescale(arm, aisp_median(ns, n));
	free(ns);
	return 0;
}

static int read_document(struct aisp_run *run, struct aisp_err *err)
{
	if (check_schema(run->document, AISP_RESULTS_SCHEMA, err) ||
	    aisp_shape_read(&aisp_shape_results, run->document, run, NULL, &run->arena,
			    err))
		return -1;
	for (int i = 0; i < run->n_arms; i++)
		if (settle_figures(&run->arms[i]))
			return aisp_err_set(err, "out of memory");
	for (int i = 0; i < run->n_results; i++) {
		run->results[i].left_out = &run->info.left_out;
		if (link_arms(run, &run->results[i], err))
			return -1;
	}
	return 0;
}

static int read_second(struct aisp_run *run, struct aisp_err *err)
{
	json_t *second = json_object_get(run->document, "confirmation");
	struct aisp_err why;

	if (!second || json_is_null(second))
		return 0;
	if (!json_is_object(second))
		return aisp_complain(NULL, "confirmation", "has the wrong type", err);
	if (json_is_object(json_object_get(second, "confirmation")))
		return aisp_complain(NULL, "confirmation", "has one itself", err);
	aisp_run_free(run->confirmation);
	run->confirmation = aisp_run_new(second, run->manifest, &why);
	return run->confirmation ? 0
				 : aisp_err_set(err, "confirmation: %.400s", why.msg);
}

int aisp_machine_read(struct aisp_run_machine *m, const json_t *manifest,
		      struct aisp_arena *a, struct aisp_err *err)
{
	if (aisp_manifest_check(manifest, err))
		return -1;
	return aisp_shape_read(&aisp_shape_manifest, manifest, m, NULL, a, err);
}

struct aisp_run *aisp_run_new(json_t *results, json_t *manifest, struct aisp_err *err)
{
	struct aisp_run *run = calloc(1, sizeof(*run));

	if (!run) {
		aisp_err_set(err, "out of memory");
		return NULL;
	}
	run->document = json_incref(results);
	run->manifest = json_incref(manifest);
	if (!read_document(run, err) && !read_second(run, err) &&
	    !aisp_machine_read(&run->machine, manifest, &run->arena, err))
		return run;
	aisp_run_free(run);
	return NULL;
}

void aisp_run_free(struct aisp_run *run)
{
	if (!run)
		return;
	aisp_run_free(run->confirmation);
	aisp_arena_release(&run->arena);
	json_decref(run->document);
	json_decref(run->manifest);
	free(run);
}

int aisp_run_set_folder(struct aisp_run *run, const char *folder)
{
	json_t *info = json_object_get(run->document, "run");

	if (json_object_set_new(info, "folder", json_string(folder)))
		return -1;
	run->info.folder = json_string_value(json_object_get(info, "folder"));
	return 0;
}

static json_t *result_json(const struct aisp_run *run, int i)
{
	return json_array_get(json_object_get(run->document, "results"), (size_t)i);
}

static int read_expectation(struct aisp_run *run, int i)
{
	struct aisp_run_expectation *e = aisp_arena_take(&run->arena, 1, sizeof(*e));

	run->results[i].expectation = e;
	return e ? aisp_shape_read(&aisp_shape_expectation,
				   json_object_get(result_json(run, i), "expectation"),
				   e, NULL, &run->arena, NULL)
		 : -1;
}

int aisp_run_expect(struct aisp_run *run, int i, json_t *expectation)
{
	if (json_object_set_new(result_json(run, i), "expectation", expectation))
		return -1;
	return read_expectation(run, i);
}

int aisp_run_revise(struct aisp_run *run, int i, const struct aisp_run_revision *r)
{
	json_t *e = json_object_get(result_json(run, i), "expectation");

	if (json_object_set_new(e, "state",
				json_string(aisp_expect_state_name(r->state))) ||
	    json_object_set_new(e, "why", json_string(r->why)) ||
	    (r->is_measured &&
	     json_object_set_new(e, "is_confirmed", json_boolean(r->is_confirmed))))
		return -1;
	return read_expectation(run, i);
}

int aisp_run_confirm(struct aisp_run *run, json_t *second, struct aisp_err *err)
{
	if (json_object_set_new(run->document, "confirmation", second))
		return aisp_err_set(err, "out of memory");
	return read_second(run, err);
}

int aisp_run_keep(struct aisp_run *run, const bool *keep)
{
	json_t *list = json_object_get(run->document, "results");
	int n = 0;

	for (int i = run->n_results; i-- > 0;)
		if (!keep[i] && json_array_remove(list, (size_t)i))
			return -1;
	for (int i = 0; i < run->n_results; i++)
		if (keep[i])
			run->results[n++] = run->results[i];
	run->n_results = n;
	return 0;
}

bool aisp_launch_is_whole(const struct aisp_run_launch *l)
{
	return l->status == AISP_ENDED_OK && l->block >= 0 && l->median_ns > 0;
}

bool aisp_launch_counts(const struct aisp_run_launch *l)
{
	return aisp_launch_is_whole(l) &&
	       aisp_map_get(&l->evidence, "is_disturbed") != 1;
}

enum aisp_word aisp_result_verdict(const struct aisp_run_result *r)
{
	return r->comparison ? r->comparison->verdict : AISP_WORD_NONE;
}

enum aisp_word aisp_result_word(const struct aisp_run_result *r)
{
	return r->comparison && r->status == AISP_WORD_MEASURED ? r->comparison->verdict
								: r->status;
}

enum aisp_expect_state aisp_result_expectation(const struct aisp_run_result *r)
{
	return r->expectation ? r->expectation->state : AISP_N_EXPECT_STATES;
}

const char *aisp_finding_word(const struct aisp_run_finding *f)
{
	return f->verdict < AISP_N_VERDICTS ? aisp_verdict_name(f->verdict) : "?";
}

static bool is_same(const struct aisp_run_result *a, const struct aisp_run_result *b)
{
	return !strcmp(a->target, b->target) &&
	       !strcmp(a->distribution, b->distribution) &&
	       aisp_map_equal(&a->params, &b->params);
}

int aisp_result_find(const struct aisp_run *run, const struct aisp_run_result *r)
{
	for (int i = 0; run && i < run->n_results; i++)
		if (is_same(r, &run->results[i]))
			return i;
	return -1;
}
