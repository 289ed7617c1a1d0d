/* SPDX-License-Identifier: MIT
 *
 * target_filter.h - which saved results are of the targets that a user names, by the
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

/* Zeroed it holds no pattern, and lets everything pass. */
struct target_filter {
	const char *patterns[64]; /* borrowed */
	int n;
};

/* Its input is a struct target_filter. */
extern const struct argp target_filter_argp;

/* 0, or -1 with *err filled: too many. */
int target_filter_add(struct target_filter *f, const char *pattern,
		      struct aisp_err *err);

/* Mark the ids that one pattern selects, as below.  How many there are. */
int target_filter_mark(const char *pattern, const struct aisp_paths *paths,
		       const char *const *ids, int n_ids, bool *is_wanted);

/*
 * Take out of an array of objects those whose member "target" no pattern selects: by
 * the catalogue, where a pair's name is all its variants, and by the id, as for
 * targets that are gone.  0; or -1 with *err filled, a usage error, if a pattern
 * selects none of them.
 */
int target_filter_apply(const struct target_filter *f, json_t *rows,
			struct aisp_err *err);

/* The same with rows of a history. */
int target_filter_history(const struct target_filter *f, struct aisp_history_rows *rows,
			  struct aisp_err *err);

/* The same with the results of a run. */
int target_filter_run(const struct target_filter *f, struct aisp_run *run,
		      struct aisp_err *err);

#endif
