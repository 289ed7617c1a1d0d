/* SPDX-License-Identifier: MIT
 *
 * group_checkpoint.h - save comparisons to disk as they end; a process that resumes
 * after a kill takes them over (store/checkpoint.h).
 */
#ifndef AISP_GROUP_CHECKPOINT_H
#define AISP_GROUP_CHECKPOINT_H

#include "suite.h"

/* Save the group just recorded, with its results from that index on. */
void aisp_group_checkpoint_save(const struct aisp_suite *s, struct aisp_suite_result *r,
				const struct aisp_group *g, size_t first_result);

/*
 * Record the results kept for g, whose arms are set, instead of measuring it.  Returns
 * 0, or -1 with *err filled if an arm is another object now.
 */
int aisp_group_checkpoint_restore(struct aisp_suite_result *r,
				  const struct aisp_group *g, const json_t *kept,
				  struct aisp_err *err);

#endif
