/* SPDX-License-Identifier: MIT
 *
 * prove_judge.h - what the runs of an exploit prove about its check.
 */
#ifndef AISP_PROVE_JUDGE_H
#define AISP_PROVE_JUDGE_H

#include <aisp/check.h>

#include "prove_model.h"

/*
 * The side of a target, or of the first one if target is NULL, with the state of check
 * `id`.  It lies in the arena, with copies of its texts.
 */
const struct prove_side *prove_side(const struct aisp_run *run, const char *target,
				    const char *id, struct aisp_arena *a);

/* The side of a target that could not be run, and why. */
const struct prove_side *prove_no_side(enum prove_status status, const char *why,
				       struct aisp_arena *a);

/* Below, a side may be NULL: it was not tried. */

/* Was it compared, and failed no check? */
bool prove_is_accepted(const struct prove_side *side);

/* Was it rejected because others took its CPU?  That says nothing about other checks.
 */
bool prove_is_disturbed(const struct prove_side *side);

/* Does it win, by time or by a score? */
bool prove_is_win(const struct prove_side *side);

/* "INVALID"; if nothing was compared, "failed" or the like. */
const char *prove_outcome(const struct prove_side *side);

/* Were more than half of the honest twin's undisturbed runs accepted? */
bool prove_is_twin_accepted(const struct prove_record *record);

/* The number of undisturbed runs of the honest twin that were rejected. */
int prove_count_alarms(const struct prove_record *record);

/* Can the check never fail, or does it say of the twin that it cannot fail here? */
bool prove_is_prevented(const struct prove_record *record, const struct aisp_check *c);

/* Does the check reject the exploit?  One that is prevented need only not win. */
bool prove_is_stopped(const struct prove_record *record);

/* Derive the record's kind, claims, state and why from its sides. */
void prove_judge(struct prove_record *record, const struct aisp_check *c,
		 struct aisp_arena *a);

#endif
