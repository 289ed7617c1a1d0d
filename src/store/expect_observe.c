/* SPDX-License-Identifier: MIT
 *
 * expect_observe.c - a result as it would be expected.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/margin.h"
#include "base/stats.h"
#include "expect.h"
#include "pairs.h"

/* What makes a run another experiment than the one that is expected. */
static const char *oddity(const json_t *run)
{
	if (json_is_true(json_object_get(run, "is_cold_start")))
		return "measured with --cold-start";
	if (json_array_size(json_object_get(run, "given_inputs")))
		return "measured on inputs of the user's";
	if (json_array_size(json_object_get(run, "left_out")))
		return "measured without some checks";
	return NULL;
}

static int check_result(const json_t *results, const json_t *result,
			struct aisp_err *err)
{
	const json_t *c = json_object_get(result, "comparison");
	const char *odd = oddity(json_object_get(results, "run"));
	const char *status = aisp_field_text(result, "status");

	if (strcmp(status, "measured") != 0)
		return aisp_err_set(err, "%s", status);
	if (!strcmp(aisp_field_text(c, "verdict"), "INVALID"))
		return aisp_err_set(err, "INVALID: %.400s", aisp_field_text(c, "why"));
	if (odd)
		return aisp_err_set(err, "%s", odd);
	if (!(aisp_field_number(c, "speedup") > 0))
		return aisp_err_set(err, "too few launches");
	return 0;
}

/*
 * By what a ratio's interval is widened to bounds.  One session's interval does not
 * hold what differs between sessions of a CPU that is shared or not observed, grade C
 * or D: neighbours, what they leave of the caches, where memory lies.  The bounds there
 * have at least the widest margin within which anything is called the same.
 */
static double widening(const struct aisp_expect *e, const json_t *comparison)
{
	double margin = aisp_field_number(comparison, "margin");
	const char *device = strrchr(e->target, '@');
	bool is_cpu = device && !strcmp(device, "@cpu");

	if (!is_cpu || e->grade == 'A' || e->grade == 'B')
		return 1 + margin;
	return 1 + fmax(margin, AISP_MARGIN_MAX);
}

/* A ratio of which more is better. */
static void take_ratio(struct aisp_metric_entry *m, const json_t *comparison,
		       double edge)
{
	const json_t *ci = json_object_get(comparison, "speedup_ci");

	if (!strcmp(aisp_field_text(comparison, "verdict"), "INVALID"))
		return;
	m->value = aisp_field_number(comparison, "speedup");
	m->ci_low = aisp_element_number(ci, 0);
	m->ci_high = aisp_element_number(ci, 1);
	m->lower = m->ci_low / edge;
	m->upper = m->ci_high * edge;
}

static int take_time(struct aisp_expect *e, const json_t *results, size_t i,
		     double margin, struct aisp_err *err)
{
	struct aisp_metric_entry *m = &e->metrics[AISP_METRIC_TIME];
	struct aisp_interval ci;
	struct aisp_pairs p;

	if (aisp_pairs_read(&p, results, i))
		return aisp_err_set(err, "out of memory");
	for (int k = 0; k < p.n; k++)
		p.opt_ns[k] = log(p.opt_ns[k]);
	ci = aisp_mean_interval(p.opt_ns, p.n, e->confidence);
	m->value = exp(aisp_mean(p.opt_ns, p.n));
	m->ci_low = exp(ci.lo);
	m->ci_high = exp(ci.hi);
	m->lower = m->ci_low / (1 + margin);
	m->upper = m->ci_high * (1 + margin);
	aisp_pairs_release(&p);
	return 0;
}

static void take_texts(struct aisp_expect *e, const json_t *results,
		       const json_t *result, const json_t *manifest)
{
	const json_t *run = json_object_get(results, "run");
	const json_t *git = json_object_get(manifest, "git");
	const json_t *base = aisp_result_arm(results, result, "baseline");
	const json_t *opt = aisp_result_arm(results, result, "optimized");
	const char *commit = aisp_field_text(git, "commit");
	const char *grade = aisp_field_text(run, "grade");

	snprintf(e->target, sizeof(e->target), "%s", aisp_field_text(result, "target"));
	snprintf(e->directory, sizeof(e->directory), "%s",
		 aisp_field_text(result, "directory"));
	aisp_params_text(e->params, sizeof(e->params),
			 json_object_get(result, "params"));
	snprintf(e->distribution, sizeof(e->distribution), "%s",
		 aisp_field_text(result, "distribution"));
	snprintf(e->baseline, sizeof(e->baseline), "%s",
		 aisp_field_text(base, "variant"));
	snprintf(e->over, sizeof(e->over), "%s", aisp_field_text(base, "class"));
	snprintf(e->variant, sizeof(e->variant), "%s", aisp_field_text(opt, "hash"));
	snprintf(e->commit, sizeof(e->commit), "%.64s%s", commit,
		 json_is_true(json_object_get(git, "is_dirty")) ? " (changed)" : "");
	snprintf(e->date, sizeof(e->date), "%s", aisp_field_text(run, "ended"));
	e->grade = *grade ? *grade : '?';
}

int aisp_expect_observe(struct aisp_expect *e, const json_t *results, size_t i,
			const json_t *manifest, struct aisp_err *err)
{
	const json_t *r = json_array_get(json_object_get(results, "results"), i);
	const json_t *c = json_object_get(r, "comparison");
	const json_t *opt = aisp_result_arm(results, r, "optimized");

	*e = (struct aisp_expect){ 0 };
	for (int m = 0; m < AISP_N_METRICS; m++)
		e->metrics[m] = (struct aisp_metric_entry){ NAN, NAN, NAN, NAN, NAN };
	take_texts(e, results, r, manifest);
	if (check_result(results, r, err) ||
	    aisp_machine_class(&e->machine, manifest, e->target, err))
		return -1;
	e->confidence = aisp_field_number(c, "confidence");
	e->n_launches = (int)json_integer_value(json_object_get(c, "n_pairs"));
	take_ratio(&e->metrics[AISP_METRIC_SPEEDUP], c, widening(e, c));
	take_ratio(&e->metrics[AISP_METRIC_LIBRARY], json_object_get(r, "vs_library"),
		   widening(e, json_object_get(r, "vs_library")));
	e->metrics[AISP_METRIC_LIMIT].value =
		aisp_field_number(json_object_get(opt, "sol"), "fraction");
	return take_time(e, results, i, aisp_field_number(c, "margin"), err);
}
