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

/* How many combinations of the sweeps concern t's workload; -1 with *err filled. */
int aisp_suite_combos(const struct aisp_suite *s, const struct aisp_target *t,
		      struct aisp_err *err);

/* What the user set beside the target: its advice is a command that measures this. */
void aisp_suite_note_options(struct aisp_group *g, const struct aisp_suite *s,
			     const struct aisp_target *t);

#endif
