/* SPDX-License-Identifier: MIT
 *
 * settles.h - is an update done after once?  Rows that are normalised stay normalised;
 * a second update then differs from the first by roundings alone, which no bound shows.
 */
#ifndef AISP_SETTLES_H
#define AISP_SETTLES_H

#include <stdbool.h>

#include <aisp/workload.h>

/*
 * `once` holds the results of an update that began with `start`, and again[i] is the
 * reference of the same update of these results.  True if only few elements, by chance,
 * move again by more than a quarter of what they moved at first.  A move of a few units
 * in the last place of the row's largest value is rounding.
 */
bool aisp_update_settles(const struct aisp_tensor *start,
			 const struct aisp_tensor *once, const double *again);

#endif
