/* SPDX-License-Identifier: MIT
 *
 * target_filter.h - select saved results of the targets that a user names, by the
 * grammar of judge/catalogue.h; an argp child with the option --targets.
 */
#ifndef AISP_TARGET_FILTER_H
#define AISP_TARGET_FILTER_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/paths.h"
#include "run/history_model.h"
#include "run/model.h"

/* If zeroed, it has no pattern, and everything passes. */
struct target_filter {
	const char *patterns[64]; /* borrowed */
	int n;
};

/* The input of this parser is a struct target_filter. */
extern const struct argp target_filter_argp;

/* Returns 0, or -1 with *err filled if there are too many. */
int target_filter_add(struct target_filter *f, const char *pattern,
		      struct aisp_err *err);

/* Marks the ids that one pattern selects, as below.  Returns their number. */
int target_filter_mark(const char *pattern, const struct aisp_paths *paths,
		       const char *const *ids, int n_ids, bool *is_wanted);

/*
 * Removes from an array those objects whose member "target" no pattern selects: by the
 * catalogue, where a pair's name means all its variants, and by the id, for targets
 * that are gone. Returns 0; or -1 with *err filled, a usage error, if a pattern selects
 * none.
 */
int target_filter_apply(const struct target_filter *f, json_t *rows,
			struct aisp_err *err);

/* Likewise for rows of a history. */
int target_filter_history(const struct target_filter *f, struct aisp_history_rows *rows,
			  struct aisp_err *err);

/* Likewise for the results of a run. */
int target_filter_run(const struct target_filter *f, struct aisp_run *run,
		      struct aisp_err *err);

#endif
