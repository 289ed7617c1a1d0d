/* SPDX-License-Identifier: MIT
 *
 * expect_observe.c - make an expectation from a result.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/margin.h"
#include "base/stats.h"
#include "expect.h"
#include "pairs.h"
#include "run/left_out.h"

/* What makes this run differ from the expected experiment; "" if nothing does. */
static void find_oddity(char *buf, size_t size, const struct aisp_run_info *info)
{
	if (info->is_cold_start)
		snprintf(buf, size, "measured with --cold-start");
	else if (info->given_inputs.n)
		snprintf(buf, size, "measured on inputs of the user's");
	else
		aisp_left_out_text(buf, size, info);
}

static int check_result(struct aisp_expect *e, const struct aisp_run *run,
			const struct aisp_run_result *r, struct aisp_err *err)
{
	char odd[400];

	find_oddity(odd, sizeof(odd), &run->info);
	if (r->status != AISP_WORD_MEASURED)
		return aisp_err_set(err, "%s", aisp_word_name(r->status));
	if (aisp_result_verdict(r) == AISP_WORD_INVALID)
		return aisp_err_set(err, "INVALID: %.400s", r->comparison->why);
	if (*odd)
		return aisp_err_set(err, "%s", odd);
	e->is_by_score = r->score != NULL;
	if (r->score)
		return aisp_err_set(err, AISP_JUDGED_BY_SCORE "%s", r->score->name);
	if (!r->comparison || !(r->comparison->speedup > 0))
		return aisp_err_set(err, "too few launches");
	return 0;
}

/*
 * The margin that widens a ratio's interval to bounds. The interval of one session does
 * not contain differences between sessions of a shared or unobserved CPU, grade C or D:
 * neighbours, their share of caches, placement of memory. There the bounds get at least
 * the widest margin within which anything is called SAME.
 */
static double widening(const struct aisp_expect *e, const struct aisp_run_comparison *c)
{
	const char *device = strrchr(e->target, '@');
	bool is_cpu = device && !strcmp(device, "@cpu");

	if (!is_cpu || e->grade == 'A' || e->grade == 'B')
		return 1 + c->margin;
	return 1 + fmax(c->margin, AISP_MARGIN_MAX);
}

/* A ratio of which more is better. */
static void take_ratio(struct aisp_expect *e, enum aisp_metric metric,
		       const struct aisp_run_comparison *c)
{
	struct aisp_metric_entry *m = &e->metrics[metric];

	if (!c || c->verdict == AISP_WORD_INVALID)
		return;
	m->value = c->speedup;
	m->ci_low = c->speedup_ci[0];
	m->ci_high = c->speedup_ci[1];
	m->lower = m->ci_low / widening(e, c);
	m->upper = m->ci_high * widening(e, c);
}

static int take_time(struct aisp_expect *e, const struct aisp_run_result *r,
		     struct aisp_err *err)
{
	struct aisp_metric_entry *m = &e->metrics[AISP_METRIC_TIME];
	struct aisp_interval ci;
	struct aisp_pairs p;

	if (aisp_pairs_read(&p, r))
		return aisp_err_set(err, "out of memory");
	for (int k = 0; k < p.n; k++)
		p.opt_ns[k] = log(p.opt_ns[k]);
	ci = aisp_mean_interval(p.opt_ns, p.n, e->confidence);
	m->value = exp(aisp_mean(p.opt_ns, p.n));
	m->ci_low = exp(ci.lo);
	m->ci_high = exp(ci.hi);
	m->lower = m->ci_low / (1 + r->comparison->margin);
	m->upper = m->ci_high * (1 + r->comparison->margin);
	aisp_pairs_release(&p);
	return 0;
}

static void take_limit(struct aisp_expect *e, const struct aisp_run_sol *sol)
{
	e->metrics[AISP_METRIC_LIMIT].value = sol->fraction;
	if (sol->fraction > 0)
		snprintf(e->roof, sizeof(e->roof), "%s", sol->roof);
}

static void take_texts(struct aisp_expect *e, const struct aisp_run *run,
		       const struct aisp_run_result *r)
{
	const struct aisp_run_arm *base = r->arms[AISP_BASELINE];

	snprintf(e->target, sizeof(e->target), "%s", r->target);
	snprintf(e->directory, sizeof(e->directory), "%s", r->directory);
	aisp_map_text(e->params, sizeof(e->params), &r->params);
	snprintf(e->distribution, sizeof(e->distribution), "%s", r->distribution);
	snprintf(e->baseline, sizeof(e->baseline), "%s", base->variant);
	snprintf(e->over, sizeof(e->over), "%s", aisp_kind_name(base->kind));
	snprintf(e->variant, sizeof(e->variant), "%s", r->arms[AISP_OPTIMIZED]->hash);
	snprintf(e->commit, sizeof(e->commit), "%.64s%s", run->machine.commit,
		 run->machine.is_dirty ? " (changed)" : "");
	snprintf(e->date, sizeof(e->date), "%s", run->info.ended);
	e->grade = *run->info.grade ? *run->info.grade : '?';
}

int aisp_expect_observe(struct aisp_expect *e, const struct aisp_run *run, int i,
			struct aisp_err *err)
{
	const struct aisp_run_result *r = &run->results[i];

	*e = (struct aisp_expect){ 0 };
	for (int m = 0; m < AISP_N_METRICS; m++)
		e->metrics[m] = (struct aisp_metric_entry){ NAN, NAN, NAN, NAN, NAN };
	take_texts(e, run, r);
	if (check_result(e, run, r, err) ||
	    aisp_machine_class(&e->machine, &run->machine, e->target, err))
		return -1;
	e->confidence = r->comparison->confidence;
	e->n_launches = (int)r->comparison->n_pairs;
	take_ratio(e, AISP_METRIC_SPEEDUP, r->comparison);
	take_ratio(e, AISP_METRIC_LIBRARY, r->vs_library);
	take_limit(e, &r->arms[AISP_OPTIMIZED]->sol);
	return take_time(e, r, err);
}
