/* SPDX-License-Identifier: MIT
 *
 * revisions_place.h - the temporary directories of comparisons of two commits.  The
 * comparing process holds a lock on its own, which ends with it.
 */
#ifndef AISP_REVISIONS_PLACE_H
#define AISP_REVISIONS_PLACE_H

#include <stddef.h>

#include "base/err.h"
#include "store/clean.h"

/*
 * Makes a new one below $TMPDIR or /var/tmp, locked while the descriptor is open, and
 * removes those of killed comparisons.  Returns the descriptor, or -1 with *err filled.
 */
int revisions_place_make(char *base, size_t size, struct aisp_err *err);

/* Removes it and its trees, also from git's list.  0, or -1 with *err filled. */
int revisions_place_remove(const char *base, struct aisp_err *err);

/* Appends this user's unlocked ones.  Returns 0, or -1 with *err filled. */
int revisions_place_find_dead(struct aisp_leftovers *l, struct aisp_err *err);

/* Removes one unless it has been locked since.  Returns 0, or -1 with *err filled. */
int revisions_place_bury(const char *base, struct aisp_err *err);

#endif
