/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "known.h"

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
