/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/near.h"
#include "judge/catalogue.h"
#include "target_filter.h"

static const struct argp_option options[] = {
	{ "targets", 't', "PATTERN", 0,
	  "Take only the results of these targets: a chapter, a pair, "
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

int target_filter_mark(const char *pattern, const struct aisp_paths *paths,
		       const char *const *ids, int n_ids, bool *is_wanted)
{
	struct aisp_catalogue c;
	int n = 0;

	/* The catalogue may be missing, or its targets gone. */
	if (aisp_catalogue_load(&c, paths, &pattern, 1, NULL))
		c = (struct aisp_catalogue){ 0 };
	for (int i = 0; i < n_ids; i++) {
		if (!aisp_catalogue_selects(&c, ids[i]) &&
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

/* Rows of any kind. */
struct rows {
	size_t n;
	const char *(*target)(void *of, size_t i);
	int (*keep)(void *of, const bool *is_wanted, size_t n);
	void *of;
};

static int filter_by(const struct target_filter *f, const struct rows *r,
		     const char **ids, bool *is_wanted, struct aisp_err *err)
{
	for (size_t i = 0; i < r->n; i++)
		ids[i] = r->target(r->of, i);
	if (mark_all(f, ids, (int)r->n, is_wanted, err))
		return -1;
	return r->keep(r->of, is_wanted, r->n) ? aisp_err_set(err, "out of memory") : 0;
}

static int filter(const struct target_filter *f, const struct rows *r,
		  struct aisp_err *err)
{
	const char **ids = calloc(r->n + 1, sizeof(*ids));
	bool *is_wanted = calloc(r->n + 1, sizeof(*is_wanted));
	int rc = ids && is_wanted ? filter_by(f, r, ids, is_wanted, err)
				  : aisp_err_set(err, "out of memory");

	free(ids);
	free(is_wanted);
	return rc;
}

static const char *row_target(void *rows, size_t i)
{
	return aisp_field_text(json_array_get(rows, i), "target");
}

static int row_keep(void *rows, const bool *is_wanted, size_t n)
{
	int rc = 0;

	for (size_t i = n; i-- > 0;)
		if (!is_wanted[i])
			rc |= json_array_remove(rows, i);
	return rc;
}

int target_filter_apply(const struct target_filter *f, json_t *rows,
			struct aisp_err *err)
{
	const struct rows r = { json_array_size(rows), row_target, row_keep, rows };

	return f->n ? filter(f, &r, err) : 0;
}

static const char *history_target(void *rows, size_t i)
{
	return ((const struct aisp_history_rows *)rows)->at[i]->target;
}

static int history_keep(void *rows, const bool *is_wanted, size_t n)
{
	(void)n;
	aisp_history_rows_keep(rows, is_wanted);
	return 0;
}

int target_filter_history(const struct target_filter *f, struct aisp_history_rows *rows,
			  struct aisp_err *err)
{
	const struct rows r = { (size_t)rows->n, history_target, history_keep, rows };

	return f->n ? filter(f, &r, err) : 0;
}

static const char *result_target(void *run, size_t i)
{
	return ((const struct aisp_run *)run)->results[i].target;
}

static int result_keep(void *run, const bool *is_wanted, size_t n)
{
	(void)n;
	return aisp_run_keep(run, is_wanted);
}

int target_filter_run(const struct target_filter *f, struct aisp_run *run,
		      struct aisp_err *err)
{
	const struct rows r = { (size_t)run->n_results, result_target, result_keep,
				run };

	return f->n ? filter(f, &r, err) : 0;
}
