/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/near.h"
#include "judge/catalogue.h"
#include "target_filter.h"

static const struct argp_option options[] = {
	{ "targets", 't', "PATTERN", 0,
	  "Only the results of these targets: a chapter, a pair, "
	  "ch07:transpose_t*; repeatable",
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

int target_filter_mark(const char *pattern, const struct aisp_paths *paths,
		       const char *const *ids, int n_ids, bool *is_wanted)
{
	struct aisp_catalogue c;
	int n = 0;

	if (aisp_catalogue_load(&c, paths, &pattern, 1, NULL))
		c = (struct aisp_catalogue){ 0 }; /* targets that are gone, or none */
	for (int i = 0; i < n_ids; i++) {
		if (!is_selected(&c, ids[i]) &&
		    !aisp_pattern_matches_id(pattern, ids[i]))
			continue;
		is_wanted[i] = true;
		n++;
	}
	aisp_catalogue_release(&c);
	return n;
}

static int miss(const char *pattern, const char *const *ids, int n_ids,
		struct aisp_err *err)
{
	struct aisp_near near = { pattern };
	char meant[300];

	for (int i = 0; i < n_ids; i++)
		aisp_near_add(&near, ids[i]);
	return aisp_err_usage(err, "no result is of '%.150s'%s", pattern,
			      aisp_near_text(&near, meant, sizeof(meant)));
}

static int mark_all(const struct target_filter *f, const char *const *ids, int n_ids,
		    bool *is_wanted, struct aisp_err *err)
{
	struct aisp_paths paths;

	if (aisp_paths_find(&paths, err))
		return -1;
	for (int k = 0; k < f->n; k++)
		if (!target_filter_mark(f->patterns[k], &paths, ids, n_ids, is_wanted))
			return miss(f->patterns[k], ids, n_ids, err);
	return 0;
}

/* Which of the ids are meant; the caller frees it.  NULL with *err filled. */
static bool *mark_wanted(const struct target_filter *f, const char *const *ids,
			 size_t n, struct aisp_err *err)
{
	bool *is_wanted = calloc(n + 1, sizeof(*is_wanted));

	if (!is_wanted) {
		aisp_err_set(err, "out of memory");
		return NULL;
	}
	if (mark_all(f, ids, (int)n, is_wanted, err)) {
		free(is_wanted);
		return NULL;
	}
	return is_wanted;
}

int target_filter_apply(const struct target_filter *f, json_t *rows,
			struct aisp_err *err)
{
	size_t n = json_array_size(rows);
	const char **ids;
	bool *is_wanted;
	int rc;

	if (!f->n)
		return 0;
	ids = calloc(n + 1, sizeof(*ids));
	if (!ids)
		return aisp_err_set(err, "out of memory");
	for (size_t i = 0; i < n; i++)
		ids[i] = aisp_field_text(json_array_get(rows, i), "target");
	is_wanted = mark_wanted(f, ids, n, err);
	for (size_t i = n; is_wanted && i-- > 0;)
		if (!is_wanted[i])
			json_array_remove(rows, i);
	rc = is_wanted ? 0 : -1;
	free(ids);
	free(is_wanted);
	return rc;
}

int target_filter_run(const struct target_filter *f, struct aisp_run *run,
		      struct aisp_err *err)
{
	size_t n = (size_t)run->n_results;
	const char **ids;
	bool *is_wanted;
	int rc = -1;

	if (!f->n)
		return 0;
	ids = calloc(n + 1, sizeof(*ids));
	if (!ids)
		return aisp_err_set(err, "out of memory");
	for (size_t i = 0; i < n; i++)
		ids[i] = run->results[i].target;
	is_wanted = mark_wanted(f, ids, n, err);
	if (is_wanted)
		rc = aisp_run_keep(run, is_wanted) ? aisp_err_set(err, "out of memory")
						   : 0;
	free(is_wanted);
	free(ids);
	return rc;
}
