/* SPDX-License-Identifier: MIT
 *
 * race.h - the next step of a search, and its outcome: rules on the history alone.
 *
 * First all proposals are screened.  Then the best by screening race: the first is the
 * incumbent, each other one in turn the challenger, which takes its place only if the
 * judge calls it FASTER.  The last incumbent is measured again against the pair's
 * baseline, by the full protocol, at the search's size and at those kept from it.  If a
 * candidate dies at any point, the steps that depend on it are repeated without it.
 */
#ifndef AISP_RACE_H
#define AISP_RACE_H

#include "propose.h"

enum aisp_tune_action {
	AISP_TUNE_PROPOSE,
	AISP_TUNE_SCREEN,  /* the candidates */
	AISP_TUNE_RACE,    /* candidates[0] against the incumbent */
	AISP_TUNE_MEASURE, /* candidates[0], at a size */
	AISP_TUNE_FINISH,
};

struct aisp_tune_step {
	enum aisp_tune_action action;
	int candidates[AISP_TUNE_BATCH], n;
	int pairs;     /* of a screening */
	int n_tries;   /* that it had already */
	int incumbent; /* of a race */
	int size;      /* of a final measurement */
};

struct aisp_tune_step aisp_tune_next(const struct aisp_tune_history *h,
				     const struct aisp_tune_plan *p);

/* What a finished search found. */
struct aisp_tune_outcome {
	int last;   /* the candidate that won the races; -1: none was fit to race */
	int winner; /* the same if it was FASTER than the baseline at all sizes; -1 */
	char why[300];   /* why there is none; "" */
	double screened; /* the winner's ratio in the screening */
	double final;    /* the same, at the same size, measured anew */
};

struct aisp_tune_outcome aisp_tune_outcome(const struct aisp_tune_history *h,
					   const struct aisp_tune_plan *p);

/* Says why a candidate did not win: "slower than candidate 3"; "" for the winner. */
void aisp_tune_cause(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		     int candidate, char *buf, size_t size);

#endif
