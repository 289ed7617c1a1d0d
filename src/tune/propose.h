/* SPDX-License-Identifier: MIT
 *
 * propose.h - which points to try next: the built-in strategies.  Each depends only on
 * the space, the seed and the history, so that a search that was killed goes on as it
 * would have.
 */
#ifndef AISP_PROPOSE_H
#define AISP_PROPOSE_H

#include "search_history.h"

/* The most points asked for at once: the arms of one run of the judge. */
#define AISP_TUNE_BATCH 8

#define AISP_TUNE_MAX_FINALISTS 32

struct aisp_tune_plan {
	uint64_t seed;
	int budget;      /* candidates */
	int pairs;       /* of launches, in the shortest screening */
	int n_finalists; /* that are raced */
};

struct aisp_tune_proposal {
	int point;
	int pairs;
	const char *note; /* "" or a word that the strategy reads later */
};

struct aisp_proposer {
	const char *name, *summary;
	/* Proposes at most AISP_TUNE_BATCH; returns their number, 0: no more. */
	int (*next)(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		    struct aisp_tune_proposal *out);
};

extern const struct aisp_proposer aisp_propose_exhaustive, aisp_propose_random,
	aisp_propose_climb, aisp_propose_halving, aisp_propose_model;

/* In the order above, ending in NULL. */
extern const struct aisp_proposer *const aisp_proposers[];

/* NULL: there is no such name. */
const struct aisp_proposer *aisp_proposer_find(const char *name);

/*
 * At most n feasible points that were not proposed, in an order drawn by the seed.
 * Returns their number.
 */
int aisp_propose_unseen(const struct aisp_tune_history *h, uint64_t seed, int *points,
			int n);

#endif
