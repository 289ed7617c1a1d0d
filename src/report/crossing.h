/* SPDX-License-Identifier: MIT
 *
 * crossing.h - the variants of a workload over the values of one parameter, and the
 * values where one overtakes another.
 */
#ifndef AISP_CROSSING_H
#define AISP_CROSSING_H

#include "rivals.h"

#define AISP_MAX_SIZES   512
#define AISP_MAX_CROSSES 40

/* Between two sizes at which the pair differs clearly, in opposite directions. */
struct aisp_cross {
	int winner, loser; /* variants; the winner is faster from `to` on */
	double from, to;
	double near; /* between them, where the medians' lines meet */
};

/* Strings are borrowed from the run or from `groups`. */
struct aisp_size_series {
	const char *name;  /* of the groups: "ch07:transpose@cpu" */
	const char *param; /* "rows" */
	char others[1024]; /* "cols=512" */
	const char *distribution;
	int n_sizes;
	double sizes[AISP_MAX_SIZES]; /* ascending */
	const struct aisp_rivals *groups[AISP_MAX_SIZES];
	int n_variants;
	const char *variants[AISP_MAX_RIVALS];
	int n_crosses;
	struct aisp_cross crosses[AISP_MAX_CROSSES];
};

/*
 * Finds the sweeps of n groups: groups that differ only in one parameter, which is the
 * one with the most values. The caller frees *list. Returns their number, or -1 without
 * memory.
 */
int aisp_size_series_find(struct aisp_size_series **list,
			  const struct aisp_rivals *groups, int n);

/* A variant at a size; NULL if it was not measured. */
const struct aisp_rival *aisp_size_series_at(const struct aisp_size_series *s,
					     int variant, int size);

#endif
