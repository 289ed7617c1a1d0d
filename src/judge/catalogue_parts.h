/* SPDX-License-Identifier: MIT
 *
 * catalogue_parts.h - what the catalogue*.c files share.
 */
#ifndef AISP_CATALOGUE_PARTS_H
#define AISP_CATALOGUE_PARTS_H

#include <limits.h>

#include "catalogue.h"
#include "decide/group.h"

/* One directory of pairs. */
struct aisp_pair_dir {
	char path[PATH_MAX]; /* absolute, without links */
	char out[PATH_MAX];
	char chapter[AISP_GROUP_NAME]; /* "ch07", "labs/x" */
};

struct aisp_pattern {
	const char *text;   /* the user's words, borrowed */
	char dir[PATH_MAX]; /* absolute, without links; "" if it is no path */
	char chapter[AISP_GROUP_NAME]; /* globs */
	char name[NAME_MAX + 1];
	char device[16];
};

/* Append the targets of d, also broken ones.  Returns 0, or -1 with *err filled. */
int aisp_catalogue_scan(struct aisp_catalogue *c, const struct aisp_pair_dir *d,
			struct aisp_err *err);

/* Move broken targets to problems[] if they are selected, tell ids apart and sort the
 * others.  Returns 0, or -1 with *err filled. */
int aisp_catalogue_settle(struct aisp_catalogue *c, const struct aisp_paths *p,
			  struct aisp_err *err);

int aisp_pattern_parse(struct aisp_pattern *pat, const char *text,
		       struct aisp_err *err);
bool aisp_pattern_matches(const struct aisp_pattern *pat, const struct aisp_target *t);
/* Does it name the pair, by its baseline, that t is a variant of? */
bool aisp_pattern_is_pair_of(const struct aisp_pattern *pat,
			     const struct aisp_target *t);
/* Does it name a device, as an id does? */
bool aisp_pattern_is_id(const struct aisp_pattern *pat);

/* The error for a pattern that matches nothing: always -1. */
int aisp_pattern_miss(const struct aisp_catalogue *c, const struct aisp_pattern *pat,
		      struct aisp_err *err);

#endif
