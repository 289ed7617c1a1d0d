/* SPDX-License-Identifier: MIT
 *
 * suite_names.c - the comparisons that a suite's targets and sweeps make, and the names
 * in it that no workload knows.
 */
#include <fnmatch.h>
#include <string.h>

#include "suite_parts.h"
#include "targets_build.h"

#define MAX_COMBOS 10000 /* of a workload: nobody waits for more */

/* Are two targets measured together? */
static bool is_same_group(const struct aisp_target *a, const struct aisp_target *b)
{
	return !strcmp(a->dir, b->dir) && !strcmp(a->workload, b->workload) &&
	       !strcmp(a->baseline, b->baseline);
}

bool aisp_is_first_of_group(const struct aisp_catalogue *c, int i)
{
	for (int k = 0; k < i; k++)
		if (is_same_group(&c->targets[k], &c->targets[i]))
			return false;
	return true;
}

const struct aisp_target *aisp_suite_library(const struct aisp_catalogue *c,
					     const struct aisp_target *first)
{
	for (int i = 0; i < c->n_all; i++)
		if (c->targets[i].is_library && is_same_group(first, &c->targets[i]))
			return &c->targets[i];
	return NULL;
}

bool aisp_suite_compares(const struct aisp_suite *s, const struct aisp_target *first,
			 const struct aisp_target *t, const struct aisp_target *library)
{
	return is_same_group(first, t) && (t->is_selected || t == library) &&
	       !(s->is_versus_library && t == library);
}

int aisp_suite_check_arms(const struct aisp_suite *s, const struct aisp_catalogue *c,
			  const struct aisp_target *first, struct aisp_err *err)
{
	const struct aisp_target *library = aisp_suite_library(c, first);
	int n = 0;

	if (s->is_versus_library && !library)
		return aisp_err_usage(
			err, "--baseline library: %s:%s has no library variant",
			first->chapter, first->workload);
	for (int i = 0; i < c->n_all; i++)
		n += aisp_suite_compares(s, first, &c->targets[i], library);
	if (n < AISP_MAX_ARMS)
		return 0;
	return aisp_err_usage(
		err,
		"%s:%s: %d variants, of which %d can be measured at once; "
		"select fewer, such as --targets '%s:%s_a*'",
		first->chapter, first->workload, n, AISP_MAX_ARMS - 1, first->dir,
		first->workload);
}

/* The number of combinations of the sweeps that concern this workload; -1: too many. */
static int count_combos(const struct aisp_suite *s, const struct aisp_contract *c,
			struct aisp_err *err)
{
	int n = 1;

	for (int i = 0; i < s->n_sweeps; i++)
		if (aisp_contract_find(c, s->sweeps[i].name) >= 0 &&
		    (n *= s->sweeps[i].n) > MAX_COMBOS)
			return aisp_err_usage(err,
					      "--param: more than %d combinations of "
					      "values; sweep fewer parameters at once",
					      MAX_COMBOS);
	return n;
}

/* Which sweeps and given inputs exist in some selected workload. */
struct used {
	bool sweep[AISP_MAX_SWEEPS], user_inputs[AISP_MAX_IO];
};

static void note_used(const struct aisp_suite *s, const struct aisp_contract *c,
		      struct used *u)
{
	for (int i = 0; i < s->n_sweeps; i++)
		u->sweep[i] |= aisp_contract_find(c, s->sweeps[i].name) >= 0;
	for (int k = 0; k < s->n_user_inputs; k++)
		for (int i = 0; i < c->problem.n_in; i++)
			u->user_inputs[k] |=
				!strcmp(c->problem.in[i].name, s->user_inputs[k].name);
}

static int count_groups(const struct aisp_suite *s, const struct aisp_target *t,
			struct used *u, struct aisp_err *err)
{
	struct aisp_contract c = { 0 };
	int n;

	if (aisp_suite_contract(s, t, 0, &c, err))
		return -1;
	n = count_combos(s, &c, err);
	note_used(s, &c, u);
	aisp_contract_close(&c);
	return n;
}

int aisp_suite_combos(const struct aisp_suite *s, const struct aisp_target *t,
		      struct aisp_err *err)
{
	struct used ignored = { 0 };

	return count_groups(s, t, &ignored, err);
}

int aisp_suite_unknown_name(const struct aisp_suite *s,
			    const struct aisp_catalogue *all, enum aisp_name_kind what,
			    const char *name, struct aisp_err *err)
{
	struct aisp_known_names names = { .near = { name } };

	for (int i = 0; i < all->n; i++) {
		struct aisp_contract c;

		if (aisp_suite_contract(s, &all->targets[i], 0, &c, NULL))
			continue;
		aisp_known_names_add(&names, &c, what);
		aisp_contract_close(&c);
	}
	return aisp_unknown_name(&names, "no selected workload has", what, name, err);
}

/* Each pattern must match a selected target, or its parameter would be ignored. */
static int check_extra(const struct aisp_extra *x, const struct aisp_catalogue *c,
		       struct aisp_err *err)
{
	for (int i = 0; i < c->n; i++)
		if (!fnmatch(x->pattern, c->targets[i].id, 0))
			return 0;
	return aisp_err_usage(err,
			      "--target-extra-arg: '%.100s' matches no selected "
			      "target; want a pattern of ids, such as '%.100s'",
			      x->pattern, c->n ? c->targets[0].id : "ch07:*");
}

static int check_used(const struct aisp_suite *s, const struct aisp_catalogue *c,
		      const struct used *u, struct aisp_err *err)
{
	for (int i = 0; i < s->n_sweeps; i++)
		if (!u->sweep[i])
			return aisp_suite_unknown_name(s, c, AISP_NAME_PARAM,
						       s->sweeps[i].name, err);
	for (int i = 0; i < s->n_user_inputs; i++)
		if (!u->user_inputs[i])
			return aisp_suite_unknown_name(s, c, AISP_NAME_INPUT,
						       s->user_inputs[i].name, err);
	for (int i = 0; i < s->n_extras; i++)
		if (check_extra(&s->extras[i], c, err))
			return -1;
	return 0;
}

int aisp_suite_count(const struct aisp_suite *s, const struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	struct used u = { 0 };
	int n_groups = 0;

	for (int i = 0; i < c->n; i++) {
		int n;

		if (!aisp_is_first_of_group(c, i))
			continue;
		n = count_groups(s, &c->targets[i], &u, err);
		if (n < 0)
			return -1;
		n_groups += n;
	}
	return check_used(s, c, &u, err) ? -1 : n_groups;
}

static int check_groups(const struct aisp_suite *s, const struct aisp_catalogue *c,
			struct aisp_err *err)
{
	for (int i = 0; i < c->n; i++)
		if (aisp_is_first_of_group(c, i) &&
		    aisp_suite_check_arms(s, c, &c->targets[i], err))
			return -1;
	return 0;
}

/* Check the names in the workloads, which it builds first. */
static int check_named(const struct aisp_suite *s, const struct aisp_catalogue *all,
		       struct aisp_err *err)
{
	const struct aisp_builder b = aisp_suite_builder(s);
	struct aisp_catalogue built;
	int rc;

	if (aisp_workloads_build(&b, all, err) || aisp_suite_load(s, &built, err))
		return -1;
	rc = aisp_suite_drop_contractless(s, &built, err) ||
			     aisp_suite_count(s, &built, err) < 0
		     ? -1
		     : 0;
	aisp_catalogue_release(&built);
	return rc;
}

int aisp_suite_check_names(const struct aisp_suite *s, struct aisp_err *err)
{
	struct aisp_catalogue all;
	int rc;

	if (aisp_suite_load(s, &all, err))
		return -1;
	rc = check_groups(s, &all, err);
	if (!rc && (s->n_sweeps || s->n_user_inputs || s->n_extras))
		rc = check_named(s, &all, err);
	aisp_catalogue_release(&all);
	return rc;
}
