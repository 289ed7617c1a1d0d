/* SPDX-License-Identifier: MIT
 *
 * suite_parts.h - which targets of a suite make a group; for suite*.c alone.
 */
#ifndef AISP_SUITE_PARTS_H
#define AISP_SUITE_PARTS_H

#include "suite.h"

/* Two targets that are measured together. */
bool aisp_is_same_group(const struct aisp_target *a, const struct aisp_target *b);
bool aisp_is_first_of_group(const struct aisp_catalogue *c, int i);

/* The library's variant in the group of `first`, selected or not; NULL: none. */
const struct aisp_target *aisp_suite_library(const struct aisp_catalogue *c,
					     const struct aisp_target *first);

/* Is t an arm beside the baseline of the group of `first`, which has that library? */
bool aisp_suite_compares(const struct aisp_suite *s, const struct aisp_target *first,
			 const struct aisp_target *t,
			 const struct aisp_target *library);

/* Has a group room for all of them?  0, or -1 with *err filled, a usage error. */
int aisp_suite_check_arms(const struct aisp_suite *s, const struct aisp_catalogue *c,
			  const struct aisp_target *first, struct aisp_err *err);

/* How many combinations of the sweeps concern t's workload; -1 with *err filled. */
int aisp_suite_combos(const struct aisp_suite *s, const struct aisp_target *t,
		      struct aisp_err *err);

/* What the user set beside the target: its advice is a command that measures this. */
void aisp_suite_note_options(struct aisp_group *g, const struct aisp_suite *s,
			     const struct aisp_target *t);

/*
 * Selected targets of a built catalogue whose workload is broken leave it, and become
 * problems.  0, or -1 with *err filled, also if none is left.
 */
int aisp_suite_drop_contractless(const struct aisp_suite *s, struct aisp_catalogue *c,
				 struct aisp_err *err);

#endif
