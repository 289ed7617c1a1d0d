/* SPDX-License-Identifier: MIT
 *
 * checkpoint.h - what a run has measured so far, in its temporary folder, so that
 * another process can resume it after a kill.
 *
 * plan.json says what the run measures; group-<position>.json has a comparison's arms
 * and results, written after its last launch.  The journal so far is beside them.
 */
#ifndef AISP_CHECKPOINT_H
#define AISP_CHECKPOINT_H

#include <jansson.h>

#include "rundir.h"

struct aisp_checkpoint {
	json_t *plan;
	json_t *groups; /* in their order, with none left out */
	char *journal;  /* its complete lines */
	size_t n_bytes;
	int n_arms, n_results; /* in the groups */
	int n_dropped;         /* launches of the unfinished comparison */
	int n_launches;        /* all launches ever begun */
};

/* 0, or -1 with *err filled. */
int aisp_checkpoint_begin(struct aisp_rundir *r, const json_t *plan,
			  struct aisp_err *err);
int aisp_checkpoint_put(struct aisp_rundir *r, int position, const json_t *group,
			struct aisp_err *err);

/* Removes the groups, to free their space. */
void aisp_checkpoint_drop(const struct aisp_rundir *r);

/* Has the folder a plan?  Has it also at least one group? */
int aisp_checkpoint_has_plan(const char *folder);
int aisp_checkpoint_is_there(const char *folder);

/*
 * Reads it, and compares the groups with the journal.  Returns 0; or -1 with *err
 * filled, also if the two disagree.  Release it in any case.
 */
int aisp_checkpoint_load(struct aisp_checkpoint *c, const char *folder,
			 struct aisp_err *err);
void aisp_checkpoint_release(struct aisp_checkpoint *c);

#endif
