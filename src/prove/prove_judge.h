/* SPDX-License-Identifier: MIT
 *
 * prove_judge.h - what runs of an exploit prove about its check.
 *
 * A side is what one run said of one target:
 *	{ "status", "verdict" or null, "why", "speedup" or null,
 *	  "failed" [checks, of either arm], "state" of the exploit's own check,
 *	  "state_why" }
 * A record is all that was tried with one exploit:
 *	{ "check", "kind": "detects" | "prevents", "device", "exploit", "source",
 *	  "twin_source" or null, "attack": SIDE or null, "without": SIDE or null,
 *	  "twins": [SIDE], "n_attempts", "claims": [{ "claim", "holds", "got" }],
 *	  "state", "why" }
 * States: PROVEN, PREVENTED, PARTIAL (nothing won, but the check cannot say that
 * its defence is in force), NOT-PROVEN, NOT-SEEN (this machine cannot observe it),
 * SKIPPED (it could not be tried here).
 */
#ifndef AISP_PROVE_JUDGE_H
#define AISP_PROVE_JUDGE_H

#include <aisp/check.h>
#include <jansson.h>

#include "run/model.h"

/*
 * The side of the target with that id, or of the first one if it is NULL, with the
 * state of check `id`.  NULL if the run has no such target.
 */
json_t *prove_side(const struct aisp_run *run, const char *target, const char *id);

/* The side of what could not be run: status "skipped" or "error". */
json_t *prove_no_side(const char *status, const char *why);

/* No check failed it, and it was compared. */
bool prove_is_accepted(const json_t *side);

/* It was rejected because others took its CPU: that says nothing of other checks. */
bool prove_is_disturbed(const json_t *side);

/* "INVALID", or "failed" and the like where nothing was compared. */
const char *prove_outcome(const json_t *side);

/* More than half of the honest twin's undisturbed runs were accepted. */
bool prove_is_twin_accepted(const json_t *record);

/* How many runs of the honest twin were rejected undisturbed. */
int prove_count_alarms(const json_t *record);

/* It cannot fail, or it says of the twin that here it need not. */
bool prove_is_prevented(const json_t *record, const struct aisp_check *c);

/* With the check on it is rejected by it alone; a prevented one does not win. */
/* By time or by a score. */
bool prove_is_win(const json_t *side);

bool prove_is_stopped(const json_t *record);

/* Set the record's claims, state and why, by its sides. */
void prove_judge(json_t *record, const struct aisp_check *c);

#endif
