/* SPDX-License-Identifier: MIT
 *
 * errors.h - error_c of common sums (workload.h).
 */
#ifndef AISP_ERRORS_H
#define AISP_ERRORS_H

#include <math.h>
#include <stdint.h>

/* error_c of a result that is rounded once: its error is within a quarter of the bound,
 * as the root mean square must be even if one element outweighs all others. */
#define AISP_ERROR_ONCE 4

/*
 * error_c for a sum of n rounded terms: their errors add up like a random walk, hence
 * the root; of data with structure, whose errors may not, n is allowed.  In one running
 * sum of many terms of one sign they do not either: what a term has below the sum's
 * last bit is lost, and small terms are the most frequent ones (N. J. Higham, SIAM J.
 * Sci. Comput. 14(4), 1993).  A loop in fp32 over 100000 squares of normal numbers is
 * out of these bounds: let it add up in several sums or in double, or widen the bound.
 */
static inline double aisp_error_sum(int64_t n)
{
	return 8 + 2 * sqrt((double)n);
}

#endif
