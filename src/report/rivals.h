/* SPDX-License-Identifier: MIT
 *
 * rivals.h - the variants of one workload with the same inputs, which were measured
 * in the same blocks: each against each, by pairs of launches.
 */
#ifndef AISP_RIVALS_H
#define AISP_RIVALS_H

#include <stdbool.h>
#include <stddef.h>

#include "run/model.h"

#define AISP_MAX_RIVALS       20
#define AISP_RIVALS_MIN_PAIRS 3

/* How many times as fast a is as b, or as good where a score is judged; NaN where there
 * are fewer than 3 pairs. */
struct aisp_edge {
	double ratio, lo, hi;
	int sign; /* 1 or -1: a is better, or worse, beyond the margin; 0: not told */
};

/* Strings are borrowed from the run. */
struct aisp_rival {
	const struct aisp_run_arm *arm;
	int row;                /* the result that it is the optimized arm of, or -1 */
	double ns, fraction;    /* of its limit; NaN: not known */
	double score;           /* where one is judged */
	double ci_low, ci_high; /* of the verdict over the baseline; NaN: none */
	int n_launches;         /* that count */
	int place; /* 1 and the number of those that are told to be better; 0: none */
	bool is_tied; /* with another one it is not told apart */
};

/* What the results are judged by: groups of the one kind, or of the other. */
enum aisp_rivals_by { AISP_RIVALS_BY_TIME, AISP_RIVALS_BY_SCORE };

/*
 * The baseline is the first; a variant that is INVALID or failed is left out, and one
 * of a better score that takes longer than its workload allows.
 */
struct aisp_rivals {
	const struct aisp_run_result *result; /* one of theirs */
	char name[640];                       /* "ch07:transpose@cpu" */
	const char *score;                    /* what it is called; "": time */
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
 * All groups of a run with a baseline and at least one variant beside it, in the
 * order of the run.  *list is the caller's to free.  How many, or -1 without
 * memory.
 */
int aisp_rivals_read(struct aisp_rivals **list, const struct aisp_run *run,
		     enum aisp_rivals_by by);

/* Why rival i has no place; "" if it has one. */
void aisp_rival_excuse(char *buf, size_t size, const struct aisp_rivals *g, int i);

#endif
