/* SPDX-License-Identifier: MIT
 *
 * checkpoint.h - what a run has measured so far, in its temporary folder, so that
 * another process can go on where this one was killed.
 *
 * plan.json says what the run measures; group-<position>.json holds a comparison's
 * arms and results, written when its last launch ended.  Beside them lies the
 * journal as far as it went.
 */
#ifndef AISP_CHECKPOINT_H
#define AISP_CHECKPOINT_H

#include <jansson.h>

#include "rundir.h"

struct aisp_checkpoint {
	json_t *plan;
	json_t *groups; /* in their order, with none left out */
	char *journal;  /* its whole lines */
	size_t n_bytes;
	int n_arms, n_results; /* of the groups */
	int n_dropped;         /* launches of the comparison that had not ended */
	int n_launches;        /* all that were ever begun */
};

/* 0, or -1 with *err filled. */
int aisp_checkpoint_begin(struct aisp_rundir *r, const json_t *plan,
			  struct aisp_err *err);
int aisp_checkpoint_put(struct aisp_rundir *r, int position, const json_t *group,
			struct aisp_err *err);

/* Remove the groups, for the room that they take. */
void aisp_checkpoint_drop(const struct aisp_rundir *r);

/* Remove the rest of it too: the folder becomes that of a run. */
void aisp_checkpoint_end(const struct aisp_rundir *r);

/* The folder has a plan and at least one group. */
int aisp_checkpoint_is_there(const char *folder);

/*
 * Read it, and hold the groups against the journal.  0; or -1 with *err filled,
 * also if the two disagree.  Release it in any case.
 */
int aisp_checkpoint_load(struct aisp_checkpoint *c, const char *folder,
			 struct aisp_err *err);
void aisp_checkpoint_release(struct aisp_checkpoint *c);

#endif
