/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "condition.h"

bool aisp_param_find(const struct aisp_workload *w, const int64_t *param,
		     const char *name, int n, struct aisp_value *v)
{
	for (int i = 0; i < w->n_params; i++) {
		const char *own = w->params[i].name;

		if (!own || (int)strlen(own) != n || strncmp(own, name, (size_t)n) != 0)
			continue;
		*v = (struct aisp_value){ .kind = AISP_VALUE_INTEGER,
					  .integer = param[i] };
		return true;
	}
	return false;
}

int aisp_condition_read(struct aisp_reader *r, const char *behind)
{
	struct aisp_value v = { 0 };

	if (aisp_expr_read(r, &v))
		return -1;
	r->at += strspn(r->at, " \t");
	if (*r->at)
		return aisp_reader_fail(r, "%s", behind);
	if (v.kind != AISP_VALUE_INTEGER)
		return aisp_reader_fail(r, "want a comparison of integers");
	return v.integer != 0;
}
