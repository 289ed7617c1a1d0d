/* SPDX-License-Identifier: MIT
 *
 * revisions_place.h - the temporary directories of comparisons of two commits, locked
 * by who compares: a lock ends with its process, however that ends.
 */
#ifndef AISP_REVISIONS_PLACE_H
#define AISP_REVISIONS_PLACE_H

#include <stddef.h>

#include "base/err.h"
#include "store/clean.h"

/*
 * A new one below $TMPDIR or /var/tmp, locked as long as the descriptor is open; those
 * of comparisons that were killed are removed.  -1 with *err filled.
 */
int revisions_place_make(char *base, size_t size, struct aisp_err *err);

/* With its trees, which git forgets.  0, or -1 with *err filled. */
int revisions_place_remove(const char *base, struct aisp_err *err);

/* Append this user's that nobody has locked.  0, or -1 with *err filled. */
int revisions_place_find_dead(struct aisp_leftovers *l, struct aisp_err *err);

/* Remove one unless somebody has locked it since.  0, or -1 with *err filled. */
int revisions_place_bury(const char *base, struct aisp_err *err);

#endif
