/* SPDX-License-Identifier: MIT
 *
 * rivals.h - the variants of one workload that were measured in the same blocks, with
 * the same inputs: each compared with each, by pairs of launches.
 */
#ifndef AISP_RIVALS_H
#define AISP_RIVALS_H

#include <stdbool.h>
#include <stddef.h>

#include "run/model.h"

#define AISP_MAX_RIVALS       20
#define AISP_RIVALS_MIN_PAIRS 3

/* How many times as fast, or as good by the score, a is as b; NaN if there are fewer
 * than 3 pairs. */
struct aisp_edge {
	double ratio, lo, hi;
	int sign; /* 1 or -1: a is better or worse, beyond the margin; 0: undecided */
};

/* Strings are borrowed from the run. */
struct aisp_rival {
	const struct aisp_run_arm *arm;
	int row;                /* the result whose optimized arm it is, or -1 */
	double ns, fraction;    /* fraction of its limit; NaN: unknown */
	double score;           /* if a score is judged */
	double ci_low, ci_high; /* of the verdict over the baseline; NaN: none */
	int n_launches;         /* that count */
	int place;    /* 1 plus the number of rivals that are clearly better; 0: none */
	bool is_tied; /* it is undecided against another one */
};

/* Groups are either of results judged by time, or of results judged by a score. */
enum aisp_rivals_by { AISP_RIVALS_BY_TIME, AISP_RIVALS_BY_SCORE };

/*
 * The baseline comes first.  A variant is left out if it is INVALID or failed, or if it
 * has a better score but exceeds its workload's time limit.
 */
struct aisp_rivals {
	const struct aisp_run_result *result; /* one of their results */
	char name[640];                       /* "ch07:transpose@cpu" */
	const char *score;                    /* the score's name; "": time */
	bool more_is_better;
	char params[1024];
	double confidence; /* of all intervals of a group together (Bonferroni) */
	double margin;
	int n;
	struct aisp_rival rivals[AISP_MAX_RIVALS];
	struct aisp_edge edges[AISP_MAX_RIVALS][AISP_MAX_RIVALS];
	int order[AISP_MAX_RIVALS]; /* indices, the best first */
};

/*
 * Finds all groups of a run with a baseline and at least one variant, in the order of
 * the run.  The caller frees *list.  Returns their number, or -1 without memory.
 */
int aisp_rivals_read(struct aisp_rivals **list, const struct aisp_run *run,
		     enum aisp_rivals_by by);

/* Why rival i has no place; "" if it has one. */
void aisp_rival_excuse(char *buf, size_t size, const struct aisp_rivals *g, int i);

#endif
