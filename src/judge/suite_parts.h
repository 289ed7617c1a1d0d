/* SPDX-License-Identifier: MIT
 *
 * suite_parts.h - which targets of a suite make a group; for suite*.c alone.
 */
#ifndef AISP_SUITE_PARTS_H
#define AISP_SUITE_PARTS_H

#include "suite.h"

/* Is target i the first of those that are measured together with it? */
bool aisp_is_first_of_group(const struct aisp_catalogue *c, int i);

/* The library's variant in the group of `first`, selected or not; NULL: none. */
const struct aisp_target *aisp_suite_library(const struct aisp_catalogue *c,
					     const struct aisp_target *first);

/* Is t an arm beside the baseline in the group of `first`, whose library is that? */
bool aisp_suite_compares(const struct aisp_suite *s, const struct aisp_target *first,
			 const struct aisp_target *t,
			 const struct aisp_target *library);

/* Has the group room for all its arms? 0, or -1 with *err filled, a usage error. */
int aisp_suite_check_arms(const struct aisp_suite *s, const struct aisp_catalogue *c,
			  const struct aisp_target *first, struct aisp_err *err);

/* The number of combinations of sweeps for t's workload; -1 with *err filled. */
int aisp_suite_combos(const struct aisp_suite *s, const struct aisp_target *t,
		      struct aisp_err *err);

/* Note the user's options, so that the advice is a command that measures the same. */
void aisp_suite_note_options(struct aisp_group *g, const struct aisp_suite *s,
			     const struct aisp_target *t);

/*
 * Remove selected targets with a broken workload from a built catalogue; they become
 * problems.  Returns 0, or -1 with *err filled, also if none is left.
 */
int aisp_suite_drop_contractless(const struct aisp_suite *s, struct aisp_catalogue *c,
				 struct aisp_err *err);

#endif
