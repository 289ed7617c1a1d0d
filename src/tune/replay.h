/* SPDX-License-Identifier: MIT
 *
 * replay.h - run a strategy on a record: if a search has screened every point of a
 * space, its history shows what another strategy would have found, without compiling or
 * measuring.
 */
#ifndef AISP_REPLAY_H
#define AISP_REPLAY_H

#include "propose.h"

/* What is known of a space.  The history is borrowed. */
struct aisp_tune_known {
	const struct aisp_space *space;
	const struct aisp_tune_candidate *
		*at; /* of each point; NULL: it does not hold */
	int best;    /* the candidate with the highest ratio */
	double most; /* its ratio */
};

/* Returns 0; or -1 with *err saying what the record lacks, and nothing to release. */
int aisp_tune_known_read(struct aisp_tune_known *k, const struct aisp_tune_history *h,
			 struct aisp_err *err);
void aisp_tune_known_release(struct aisp_tune_known *k);

/* The number of candidates that is this share of the space, e.g. 0.05; at least one. */
int aisp_tune_known_part(const struct aisp_tune_known *k, double share);

/*
 * Lets a strategy spend p->budget.  *fraction: the highest ratio that it found, over
 * k->most; 0 if all candidates died.  A longer screening reads the same ratio again.
 * Returns 0, or -1 with *err filled.
 */
int aisp_tune_replay(const struct aisp_tune_known *k, const struct aisp_proposer *s,
		     const struct aisp_tune_plan *p, double *fraction,
		     struct aisp_err *err);

#endif
