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
 * Appends the temporary folders of dead runs below `artifacts`; those of living runs
 * are locked (rundir.h).  A missing `artifacts` has none.  Returns 0, or -1 with *err
 * filled.
 */
int aisp_leftovers_find_dead(struct aisp_leftovers *l, const char *artifacts,
			     struct aisp_err *err);

/*
 * Moves folders with a run that can be resumed from dead to resumable. Returns 0, or -1
 * with *err filled.
 */
int aisp_leftovers_spare(struct aisp_leftovers *dead, struct aisp_leftovers *resumable,
			 struct aisp_err *err);

/*
 * Appends all run folders below `artifacts` except the newest n_keep.  A run folder has
 * the name of a run, manifest.json and results.json.
 */
int aisp_leftovers_find_old(struct aisp_leftovers *l, const char *artifacts, int n_keep,
			    struct aisp_err *err);

/* Appends the contents of the user's cache: objects of pairs, measured peaks. */
int aisp_leftovers_find_cache(struct aisp_leftovers *l, const char *cache,
			      struct aisp_err *err);

/* Appends dir/name. */
int aisp_leftovers_add(struct aisp_leftovers *l, const char *dir, const char *name,
		       struct aisp_err *err);

void aisp_leftovers_release(struct aisp_leftovers *l);

#endif
