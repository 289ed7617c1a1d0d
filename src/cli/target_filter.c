/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/near.h"
#include "base/paths.h"
#include "judge/catalogue.h"
#include "target_filter.h"

static const struct argp_option options[] = {
	{ "targets", 't', "PATTERN", 0,
	  "Only the results of these targets: a chapter, a pair, ch07:transpose_t*; "
	  "repeatable",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct aisp_err err;

	if (key != 't')
		return ARGP_ERR_UNKNOWN;
	if (target_filter_add(state->input, arg, &err))
		argp_error(state, "%s", err.msg);
	return 0;
}

const struct argp target_filter_argp = { .options = options, .parser = parse };

int target_filter_add(struct target_filter *f, const char *pattern,
		      struct aisp_err *err)
{
	if (f->n == (int)(sizeof(f->patterns) / sizeof(f->patterns[0])))
		return aisp_err_usage(err, "more than %d patterns of targets", f->n);
	f->patterns[f->n++] = pattern;
	return 0;
}

static bool is_selected(const struct aisp_catalogue *c, const char *id)
{
	for (int i = 0; i < c->n; i++)
		if (!strcmp(c->targets[i].id, id))
			return true;
	return false;
}

/* Mark the rows of one pattern.  How many there are. */
static int mark(const char *pattern, const struct aisp_paths *paths, const json_t *rows,
		bool *is_wanted)
{
	struct aisp_catalogue c;
	const json_t *row;
	int n = 0;
	size_t i;

	if (aisp_catalogue_load(&c, paths, &pattern, 1, NULL))
		c = (struct aisp_catalogue){ 0 }; /* targets that are gone, or none */
	json_array_foreach(rows, i, row)
	{
		const char *id = aisp_field_text(row, "target");

		if (!is_selected(&c, id) && !aisp_pattern_matches_id(pattern, id))
			continue;
		is_wanted[i] = true;
		n++;
	}
	aisp_catalogue_release(&c);
	return n;
}

static int miss(const char *pattern, const json_t *rows, struct aisp_err *err)
{
	struct aisp_near near = { pattern };
	const json_t *row;
	char meant[300];
	size_t i;

	json_array_foreach(rows, i, row)
		aisp_near_add(&near, aisp_field_text(row, "target"));
	return aisp_err_usage(err, "no result is of '%.150s'%s", pattern,
			      aisp_near_text(&near, meant, sizeof(meant)));
}

int target_filter_apply(const struct target_filter *f, json_t *rows,
			struct aisp_err *err)
{
	struct aisp_paths paths;
	bool *is_wanted;
	int rc = 0;

	if (!f->n)
		return 0;
	if (aisp_paths_find(&paths, err))
		return -1;
	is_wanted = calloc(json_array_size(rows) + 1, sizeof(*is_wanted));
	if (!is_wanted)
		return aisp_err_set(err, "out of memory");
	for (int k = 0; k < f->n && !rc; k++)
		if (!mark(f->patterns[k], &paths, rows, is_wanted))
			rc = miss(f->patterns[k], rows, err);
	for (size_t i = json_array_size(rows); !rc && i-- > 0;)
		if (!is_wanted[i])
			json_array_remove(rows, i);
	free(is_wanted);
	return rc;
}
