/* SPDX-License-Identifier: MIT */
#include "only.h"
#include "compile/tags.h"
#include "kernel/condition.h"

static bool find_param(const void *world, const char *name, int n, struct aisp_value *v)
{
	const struct aisp_contract *c = world;

	return aisp_param_find(c->workload, c->param, name, n, v);
}

enum aisp_only aisp_only_says(const char *file, const struct aisp_contract *c,
			      char *words, size_t size, struct aisp_err *err)
{
	struct aisp_reader r = { .at = words,
				 .file = file,
				 .tag = "ONLY",
				 .find = find_param,
				 .world = c,
				 .err = err };

	r.line = aisp_source_tag(file, r.tag, words, size);
	if (!r.line)
		return AISP_ONLY_UNSAID;
	switch (aisp_condition_read(&r, "want a comparison of integers")) {
	case 1:
		return AISP_ONLY_SERVES;
	case 0:
		return AISP_ONLY_DECLINES;
	default:
		return AISP_ONLY_UNREADABLE;
	}
}
