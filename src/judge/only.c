/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compile/tags.h"
#include "kernel/expr.h"
#include "only.h"

static bool find_param(const void *world, const char *name, int n, struct aisp_value *v)
{
	const struct aisp_contract *c = world;

	for (int i = 0; i < c->workload->n_params; i++) {
		const char *own = c->workload->params[i].name;

		if ((int)strlen(own) != n || strncmp(own, name, (size_t)n) != 0)
			continue;
		*v = (struct aisp_value){ .kind = AISP_VALUE_INTEGER,
					  .integer = c->param[i] };
		return true;
	}
	return false;
}

enum aisp_only aisp_only_says(const char *file, const struct aisp_contract *c,
			      char *words, size_t size, struct aisp_err *err)
{
	struct aisp_value v = { 0 };
	struct aisp_reader r = { .at = words,
				 .file = file,
				 .tag = "ONLY",
				 .find = find_param,
				 .world = c,
				 .err = err };

	r.line = aisp_source_tag(file, r.tag, words, size);
	if (!r.line)
		return AISP_ONLY_UNSAID;
	if (aisp_expr_read(&r, &v))
		return AISP_ONLY_UNREADABLE;
	r.at += strspn(r.at, " \t");
	if (*r.at || v.kind != AISP_VALUE_INTEGER) {
		aisp_reader_fail(&r, "want a comparison of integers");
		return AISP_ONLY_UNREADABLE;
	}
	return v.integer ? AISP_ONLY_SERVES : AISP_ONLY_DECLINES;
}
