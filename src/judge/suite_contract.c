/* SPDX-License-Identifier: MIT
 *
 * suite_contract.c - build a suite's targets, and open them at their parameters.
 */
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "plugins.h"
#include "probe.h"
#include "suite_parts.h"
#include "targets_build.h"
#include "unknown_name.h"

struct aisp_builder aisp_suite_builder(const struct aisp_suite *s)
{
	return (struct aisp_builder){ .paths = s->paths,
				      .is_stopped = s->limits.is_stopped,
				      .deadline_ns = s->limits.deadline_ns,
				      .progress = s->building,
				      .arg = s->building_arg };
}

static void header_of(const struct aisp_target *t, char *path, size_t size)
{
	snprintf(path, size, "%s/workload_%s.h", t->dir, t->workload);
}

static int no_workload(const struct aisp_target *t, struct aisp_err *err)
{
	aisp_err_set(err, "%.120s/workload_%.60s.h: %.250s", t->dir, t->workload,
		     t->workload_why);
	if (err)
		err->is_broken = aisp_build_is_broken(t->workload_why);
	return -1;
}

/* Deselect targets on other devices; the selected ones keep their order. */
static int keep_only(const struct aisp_suite *s, struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	int n = 0;

	for (int i = 0; i < c->n; i++) {
		struct aisp_target t = c->targets[i];

		if (s->only_on && t.device != s->only_on->id)
			continue;
		memmove(&c->targets[n + 1], &c->targets[n],
			(size_t)(i - n) * sizeof(t));
		c->targets[n++] = t;
	}
	for (int i = n; i < c->n; i++)
		c->targets[i].is_selected = false;
	c->n = n;
	return n ? 0
		 : aisp_err_usage(err, "%s has no variant for %s", s->patterns[0],
				  s->only_on->name);
}

int aisp_suite_load(const struct aisp_suite *s, struct aisp_catalogue *c,
		    struct aisp_err *err)
{
	if (aisp_catalogue_load(c, s->paths, s->patterns, s->n_patterns, err)) {
		if (err)
			err->is_usage = !err->is_broken; /* no such target */
		return -1;
	}
	if (s->broken && c->n_problems)
		s->broken(s->broken_arg, c->problems, c->n_problems);
	if (!s->only_on || !keep_only(s, c, err))
		return 0;
	aisp_catalogue_release(c);
	return -1;
}

/* A target at the suite's first parameters. */
struct trial {
	const struct aisp_suite *suite;
	const struct aisp_target *target;
};

static int open_once(void *arg, struct aisp_err *err)
{
	const struct trial *t = arg;
	struct aisp_contract c;

	if (aisp_suite_contract(t->suite, t->target, 0, &c, err))
		return -1;
	aisp_contract_close(&c);
	return 0;
}

/* Name the header, and problem() if neither its file nor a function is named. */
static int name_header(const struct aisp_target *t, struct aisp_err *err)
{
	char header[PATH_MAX], why[sizeof(err->msg)];

	header_of(t, header, sizeof(header));
	memcpy(why, err->msg, sizeof(why));
	if (strncmp(why, header, strlen(header)) != 0)
		aisp_err_broken(
			err, "%.250s: %s%.240s", header,
			strstr(why, t->workload_object) ? "" : "problem(): ", why);
	return -1;
}

/*
 * Open a workload; a file that is no contract stops only its own targets.  One that
 * refuses the user's parameters, but not its own, is not broken.
 */
static int open_workload(const struct aisp_suite *s, const struct aisp_target *t,
			 struct aisp_err *err)
{
	struct aisp_suite plain = *s;
	struct trial as_asked = { s, t }, as_preset = { &plain, t };

	plain.n_sweeps = plain.n_extras = 0;
	if (t->workload_why && access(t->workload_object, R_OK))
		return aisp_build_is_broken(t->workload_why) ? no_workload(t, err) : 0;
	if (!aisp_probe(open_once, &as_asked, err) ||
	    (err->is_usage && !aisp_probe(open_once, &as_preset, err)))
		return 0;
	return name_header(t, err);
}

/* Has the target before this one, which was kept, the same workload? */
static bool is_as_before(const struct aisp_catalogue *c, int i)
{
	const struct aisp_target *t = &c->targets[i];

	return i && !strcmp(t->workload_object, t[-1].workload_object);
}

int aisp_suite_drop_contractless(const struct aisp_suite *s, struct aisp_catalogue *c,
				 struct aisp_err *err)
{
	struct aisp_err why;
	int n_before = c->n_problems;

	for (int i = 0; i < c->n;)
		if (is_as_before(c, i) || !open_workload(s, &c->targets[i], &why))
			i++;
		else if (aisp_catalogue_drop(c, i, why.msg, err))
			return -1;
	if (c->n_problems > n_before && !c->n)
		return aisp_catalogue_broken(c, err);
	if (s->broken && c->n_problems > n_before)
		s->broken(s->broken_arg, c->problems, c->n_problems);
	return 0;
}

static int build(const struct aisp_suite *s, const struct aisp_catalogue *c,
		 struct aisp_err *err)
{
	const struct aisp_builder b = aisp_suite_builder(s);

	return aisp_plugins_build(&b, c, err) || aisp_targets_build(&b, c, err) ? -1
										: 0;
}

int aisp_suite_build(const struct aisp_suite *s, struct aisp_catalogue *c,
		     struct aisp_err *err)
{
	int rc;

	if (aisp_suite_load(s, c, err))
		return -1;
	rc = build(s, c, err);
	aisp_catalogue_release(c);
	if (rc || aisp_suite_load(s, c, err))
		return -1;
	rc = aisp_suite_drop_contractless(s, c, err);
	if (rc)
		aisp_catalogue_release(c);
	return rc;
}

static int lacks_param(const struct aisp_contract *c, const char *target,
		       const char *name, struct aisp_err *err)
{
	struct aisp_known_names names = { .near = { name } };
	char who[200];

	aisp_known_names_add(&names, c, AISP_NAME_PARAM);
	snprintf(who, sizeof(who), "%.150s lacks", target);
	return aisp_unknown_name(&names, who, AISP_NAME_PARAM, name, err);
}

static int apply_extras(const struct aisp_suite *s, const struct aisp_target *t,
			struct aisp_contract *c, struct aisp_err *err)
{
	for (int i = 0; i < s->n_extras; i++) {
		int p = aisp_contract_find(c, s->extras[i].name);

		if (fnmatch(s->extras[i].pattern, t->id, 0) != 0)
			continue;
		if (p < 0)
			return lacks_param(c, t->id, s->extras[i].name, err);
		c->param[p] = s->extras[i].value;
	}
	return 0;
}

int aisp_suite_contract(const struct aisp_suite *s, const struct aisp_target *t,
			int combo, struct aisp_contract *c, struct aisp_err *err)
{
	char header[PATH_MAX];

	if (t->workload_why && access(t->workload_object, R_OK))
		return no_workload(t, err);
	header_of(t, header, sizeof(header));
	if (aisp_contract_open(c, t->workload_object, header, err))
		return -1;
	aisp_contract_preset(c, s->preset, t->device);
	for (int i = 0; i < s->n_sweeps; i++) {
		int p = aisp_contract_find(c, s->sweeps[i].name);

		if (p < 0)
			continue;
		c->param[p] = s->sweeps[i].values[combo % s->sweeps[i].n];
		combo /= s->sweeps[i].n;
	}
	if (apply_extras(s, t, c, err) || aisp_contract_evaluate(c, err)) {
		aisp_contract_close(c);
		return -1;
	}
	return 0;
}
