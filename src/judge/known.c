/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "known.h"
#include "targets_build.h"

static const char *const kinds[] = { "a parameter", "an input" };

/* The names so far, each once, as "rows, cols". */
struct names {
	char text[200];
	struct aisp_near near;
};

static bool has(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strstr(list, name); s; s = strstr(s + 1, name))
		if ((s == list || s[-1] == ' ') && (!s[n] || s[n] == ','))
			return true;
	return false;
}

static void add(struct names *names, const char *name)
{
	size_t n = strlen(names->text);

	aisp_near_add(&names->near, name);
	if (!has(names->text, name) && n + strlen(name) + 3 < sizeof(names->text))
		snprintf(names->text + n, sizeof(names->text) - n, "%s%s",
			 n ? ", " : "", name);
}

static void add_all(struct names *names, const struct aisp_contract *c,
		    enum aisp_known what)
{
	if (what == AISP_KNOWN_PARAMS)
		for (int i = 0; i < c->workload->n_params; i++)
			add(names, c->workload->params[i].name);
	else
		for (int i = 0; i < c->problem.n_in; i++)
			add(names, c->problem.in[i].name);
}

static int miss(const struct names *names, const char *who, enum aisp_known what,
		const char *name, struct aisp_err *err)
{
	char meant[200];

	aisp_near_text(&names->near, meant, sizeof(meant));
	return aisp_err_usage(err, "%.120s %s '%.60s'%s%s%s", who, kinds[what], name,
			      meant[0] ? meant : ";",
			      names->text[0] ? " known: " : " there are none",
			      names->text);
}

int aisp_known_miss(const struct aisp_suite *s, const struct aisp_catalogue *all,
		    enum aisp_known what, const char *name, struct aisp_err *err)
{
	struct names names = { .near = { name } };

	for (int i = 0; i < all->n; i++) {
		struct aisp_contract c;

		if (aisp_suite_contract(s, &all->targets[i], 0, &c, NULL))
			continue;
		add_all(&names, &c, what);
		aisp_contract_close(&c);
	}
	return miss(&names, "no selected workload has", what, name, err);
}

int aisp_known_miss_in(const struct aisp_contract *c, const char *target,
		       enum aisp_known what, const char *name, struct aisp_err *err)
{
	struct names names = { .near = { name } };

	char who[200];

	add_all(&names, c, what);
	snprintf(who, sizeof(who), "%.150s lacks", target);
	return miss(&names, who, what, name, err);
}

/* The workloads alone, which name their parameters and inputs. */
static int build_workloads(const struct aisp_suite *s, const struct aisp_catalogue *all,
			   struct aisp_err *err)
{
	const struct aisp_builder b = aisp_suite_builder(s);

	for (int i = 0; i < all->n; i++) {
		const struct aisp_target *t = &all->targets[i];

		if (i && !strcmp(t->workload_object, t[-1].workload_object))
			continue;
		if (aisp_target_build(&b, t, t->workload_object, err))
			return -1;
	}
	return 0;
}

int aisp_known_check(const struct aisp_suite *s, struct aisp_err *err)
{
	struct aisp_catalogue all;
	int rc = 0;

	if (aisp_catalogue_load(&all, s->paths, s->patterns, s->n_patterns, err)) {
		if (err)
			err->is_usage = true;
		return -1;
	}
	if ((s->n_sweeps || s->n_given || s->n_extras) &&
	    (build_workloads(s, &all, err) || aisp_suite_count(s, &all, err) < 0))
		rc = -1;
	aisp_catalogue_release(&all);
	return rc;
}
