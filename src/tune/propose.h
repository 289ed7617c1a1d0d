/* SPDX-License-Identifier: MIT
 *
 * propose.h - which points to try next: the strategies that are built in.  Each is a
 * function of the space, the seed and the history alone, so that a search that was
 * killed goes on as it would have.
 */
#ifndef AISP_PROPOSE_H
#define AISP_PROPOSE_H

#include "search_history.h"

/* The most that are asked for at once: arms of one run of the judge. */
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
	const char *note; /* "" or a word that the strategy reads again */
};

struct aisp_proposer {
	const char *name, *summary;
	/* At most AISP_TUNE_BATCH; how many, 0: the strategy is at its end. */
	int (*next)(const struct aisp_tune_history *h, const struct aisp_tune_plan *p,
		    struct aisp_tune_proposal *out);
};

extern const struct aisp_proposer aisp_propose_exhaustive, aisp_propose_random,
	aisp_propose_climb, aisp_propose_halving, aisp_propose_model;

/* In the order above, ending in NULL. */
extern const struct aisp_proposer *const aisp_proposers[];

/* NULL: none is called so. */
const struct aisp_proposer *aisp_proposer_find(const char *name);

/*
 * At most n points that hold and were not proposed, in an order that the seed draws;
 * how many there were.
 */
int aisp_propose_unseen(const struct aisp_tune_history *h, uint64_t seed, int *points,
			int n);

#endif
