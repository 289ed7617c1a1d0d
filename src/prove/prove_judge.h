/* SPDX-License-Identifier: MIT
 *
 * prove_judge.h - what runs of an exploit prove about its check.
 */
#ifndef AISP_PROVE_JUDGE_H
#define AISP_PROVE_JUDGE_H

#include <aisp/check.h>

#include "prove_model.h"

/*
 * The side of the target with that id, or of the first one if it is NULL, with the
 * state of check `id`.  It lies in the arena with copies of its texts.
 */
const struct prove_side *prove_side(const struct aisp_run *run, const char *target,
				    const char *id, struct aisp_arena *a);

/* The side of what could not be run. */
const struct prove_side *prove_no_side(enum prove_status status, const char *why,
				       struct aisp_arena *a);

/* In all of these a side may be NULL: it was not tried. */

/* No check failed it, and it was compared. */
bool prove_is_accepted(const struct prove_side *side);

/* It was rejected because others took its CPU: that says nothing of other checks. */
bool prove_is_disturbed(const struct prove_side *side);

/* By time or by a score. */
bool prove_is_win(const struct prove_side *side);

/* "INVALID", or "failed" and the like where nothing was compared. */
const char *prove_outcome(const struct prove_side *side);

/* More than half of the honest twin's undisturbed runs were accepted. */
bool prove_is_twin_accepted(const struct prove_record *record);

/* How many runs of the honest twin were rejected undisturbed. */
int prove_count_alarms(const struct prove_record *record);

/* It cannot fail, or it says of the twin that here it need not. */
bool prove_is_prevented(const struct prove_record *record, const struct aisp_check *c);

/* With the check on it is rejected by it alone; a prevented one does not win. */
bool prove_is_stopped(const struct prove_record *record);

/* Set the record's kind, claims, state and why, by its sides. */
void prove_judge(struct prove_record *record, const struct aisp_check *c,
		 struct aisp_arena *a);

#endif
