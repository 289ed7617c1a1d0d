/* SPDX-License-Identifier: MIT
 *
 * replay.h - a strategy on a record: where a search has screened every point of a
 * space, what another one would have found is read from its history, and nothing is
 * compiled or measured.
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

/*
 * 0; or -1 with *err saying what the record lacks, and nothing to release.
 */
int aisp_tune_known_read(struct aisp_tune_known *k, const struct aisp_tune_history *h,
			 struct aisp_err *err);
void aisp_tune_known_release(struct aisp_tune_known *k);

/* Candidates that are a share of the space, as 0.05; one at least. */
int aisp_tune_known_part(const struct aisp_tune_known *k, double share);

/*
 * Let a strategy spend p->budget.  *fraction: the highest ratio that it met over
 * k->most; 0 if all that it met died.  A longer screening reads the same ratio again.
 * 0, or -1 with *err filled.
 */
int aisp_tune_replay(const struct aisp_tune_known *k, const struct aisp_proposer *s,
		     const struct aisp_tune_plan *p, double *fraction,
		     struct aisp_err *err);

#endif
