/* SPDX-License-Identifier: MIT
 *
 * clean.h - what aisp left on the disk and may be removed.  Finding and
 * removing are two steps, so that the user can see the list first.
 */
#ifndef AISP_CLEAN_H
#define AISP_CLEAN_H

#include "base/err.h"

struct aisp_leftovers {
	char **paths;
	int n;
};

/*
 * Append the temporary folders below `artifacts` whose run is dead; those of
 * living runs are locked (rundir.h).  A missing `artifacts` holds none.  0, or
 * -1 with *err filled.
 */
int aisp_leftovers_find_dead(struct aisp_leftovers *l, const char *artifacts,
			     struct aisp_err *err);

/*
 * Of those the ones that hold a run that can be resumed go from dead to resumable.  0,
 * or -1 with *err filled.
 */
int aisp_leftovers_spare(struct aisp_leftovers *dead, struct aisp_leftovers *resumable,
			 struct aisp_err *err);

/*
 * Append all run folders below `artifacts` but the newest n_keep.  Only a
 * directory that is named like a run and holds manifest.json and results.json
 * is one.
 */
int aisp_leftovers_find_old(struct aisp_leftovers *l, const char *artifacts, int n_keep,
			    struct aisp_err *err);

/* Append what the user's cache holds: objects of pairs, measured peaks. */
int aisp_leftovers_find_cache(struct aisp_leftovers *l, const char *cache,
			      struct aisp_err *err);

/* Append dir/name. */
int aisp_leftovers_add(struct aisp_leftovers *l, const char *dir, const char *name,
		       struct aisp_err *err);

void aisp_leftovers_release(struct aisp_leftovers *l);

#endif
