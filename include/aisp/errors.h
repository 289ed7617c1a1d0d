/* SPDX-License-Identifier: MIT
 *
 * errors.h - error_c of common sums (workload.h).
 */
#ifndef AISP_ERRORS_H
#define AISP_ERRORS_H

#include <math.h>
#include <stdint.h>

/* error_c for a sum of n rounded terms in any order: their errors add up like a random
 * walk, hence the root; of data with structure, whose errors may not, n is allowed. */
static inline double aisp_error_sum(int64_t n)
{
	return 8 + 2 * sqrt((double)n);
}

#endif
