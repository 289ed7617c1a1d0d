/* SPDX-License-Identifier: MIT
 *
 * group_checkpoint.h - comparisons on the disk as they end, and taken over by the
 * process that goes on after a kill (store/checkpoint.h).
 */
#ifndef AISP_GROUP_CHECKPOINT_H
#define AISP_GROUP_CHECKPOINT_H

#include "suite.h"

/* The group just recorded, with its results from that index on. */
void aisp_group_checkpoint_save(const struct aisp_suite *s, struct aisp_suite_result *r,
				const struct aisp_group *g, size_t first_result);

/*
 * Record what was kept of g, whose arms are set, in place of measuring it.  0, or -1
 * with *err filled if one of them is another object now.
 */
int aisp_group_checkpoint_restore(struct aisp_suite_result *r,
				  const struct aisp_group *g, const json_t *kept,
				  struct aisp_err *err);

#endif
