/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "compile/tags.h"
#include "kernel/condition.h"
#include "only.h"

static bool find_param(const void *world, const char *name, int n, struct aisp_value *v)
{
	const struct aisp_contract *c = world;

	return aisp_param_find(c->workload, c->param, name, n, v);
}

/* A reader of the words on line `line` of the file, behind " * TAG:". */
static struct aisp_reader reader_of(const char *file, int line, const char *tag,
				    const char *words, const struct aisp_contract *c,
				    struct aisp_err *err)
{
	return (struct aisp_reader){ .at = words,
				     .file = file,
				     .line = line,
				     .tag = tag,
				     .find = find_param,
				     .world = c,
				     .err = err };
}

/* aisp_source_tag() ends such words in dots, which are no place to point at. */
static int check_length(const char *file, int line, const char *tag, const char *words,
			size_t size, struct aisp_err *err)
{
	if (strlen(words) < size - 1)
		return 0;
	return aisp_err_set(err, "%.200s:%d: %s: longer than %zu characters", file,
			    line, tag, size - 2);
}

enum aisp_only aisp_only_says(const char *file, const struct aisp_contract *c,
			      char *words, size_t size, struct aisp_err *err)
{
	int line = aisp_source_tag(file, AISP_TAG_ONLY, words, size);
	struct aisp_reader r = reader_of(file, line, "ONLY", words, c, err);

	if (!line)
		return AISP_ONLY_UNSAID;
	if (check_length(file, line, "ONLY", words, size, err))
		return AISP_ONLY_UNREADABLE;
	switch (aisp_condition_read(&r, "want a comparison of integers")) {
	case 1:
		return AISP_ONLY_SERVES;
	case 0:
		return AISP_ONLY_DECLINES;
	default:
		return AISP_ONLY_UNREADABLE;
	}
}

/* More would leave too little for the judge's own copies. */
static int64_t most_bytes(void)
{
	return (int64_t)sysconf(_SC_PHYS_PAGES) / 4 * sysconf(_SC_PAGESIZE);
}

int aisp_workspace_read(struct aisp_contract *c, struct aisp_err *err)
{
	c->asks_line = aisp_source_tag(c->variant, AISP_TAG_WORKSPACE, c->asks,
				       sizeof(c->asks));
	return aisp_source_tag_once(c->variant, AISP_TAG_WORKSPACE, err);
}

int aisp_workspace_says(struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_reader r =
		reader_of(c->variant, c->asks_line, "WORKSPACE", c->asks, c, err);
	int64_t bytes;

	if (!c->asks_line)
		return 0;
	if (check_length(c->variant, c->asks_line, "WORKSPACE", c->asks,
			 sizeof(c->asks), err))
		return -1;
	if (aisp_expr_integer(&r, "bytes of workspace", 0, most_bytes(), &bytes))
		return -1;
	r.at += strspn(r.at, " \t");
	if (*r.at)
		return aisp_reader_fail(&r, "want bytes, an expression of parameters");
	c->problem.workspace_bytes = (size_t)bytes;
	return 0;
}
