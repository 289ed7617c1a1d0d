/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "unknown_name.h"

static const char *const kinds[] = { "a parameter", "an input" };

static bool has(const char *list, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strstr(list, name); s; s = strstr(s + 1, name))
		if ((s == list || s[-1] == ' ') && (!s[n] || s[n] == ','))
			return true;
	return false;
}

static void add(struct aisp_known_names *names, const char *name)
{
	size_t n = strlen(names->text);

	aisp_near_add(&names->near, name);
	if (!has(names->text, name) && n + strlen(name) + 3 < sizeof(names->text))
		snprintf(names->text + n, sizeof(names->text) - n, "%s%s",
			 n ? ", " : "", name);
}

void aisp_known_names_add(struct aisp_known_names *names, const struct aisp_contract *c,
			  enum aisp_name_kind what)
{
	if (what == AISP_NAME_PARAM)
		for (int i = 0; i < c->workload->n_params; i++)
			add(names, c->workload->params[i].name);
	else
		for (int i = 0; i < c->problem.n_in; i++)
			add(names, c->problem.in[i].name);
}

int aisp_unknown_name(const struct aisp_known_names *names, const char *who,
		      enum aisp_name_kind what, const char *name, struct aisp_err *err)
{
	char meant[200];

	aisp_near_text(&names->near, meant, sizeof(meant));
	return aisp_err_usage(err, "%.120s %s '%.60s'%s%s%s", who, kinds[what], name,
			      meant[0] ? meant : ";",
			      names->text[0] ? " known: " : " there are none",
			      names->text);
}
