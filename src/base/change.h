/* SPDX-License-Identifier: MIT
 *
 * change.h - where a series of measurements changes its distribution.
 *
 * E-divisive: D. S. Matteson and N. A. James, "A nonparametric approach for
 * multiple change point analysis of multivariate data", J. Am. Stat. Assoc. 109
 * (2014), with exponent 1 and one dimension.
 */
#ifndef AISP_CHANGE_H
#define AISP_CHANGE_H

struct aisp_change {
	int at;   /* the first value after the change */
	double p; /* of the permutation test */
};

/*
 * Finds the significant changes of n finite values, by position, with at least min_side
 * values (2 or more) before, between and after them. A change counts if its p, from 999
 * permutations that depend only on n, is at most level.  Time and memory grow with n
 * squared.  Returns their number, at most max; -1 without memory.
 */
int aisp_changes(const double *x, int n, int min_side, double level,
		 struct aisp_change *out, int max);

#endif
