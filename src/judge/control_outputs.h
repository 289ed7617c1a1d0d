/* SPDX-License-Identifier: MIT
 *
 * control_outputs.h - the outputs of each control of a workload, made from what its
 * reference gives.  A choice holds random bytes when the reference is asked.
 *
 * The functions that return a number return 0, 1 if the control does not apply, or -1
 * with *err filled.
 */
#ifndef AISP_CONTROL_OUTPUTS_H
#define AISP_CONTROL_OUTPUTS_H

#include <math.h>
#include <stdbool.h>

#include "workload_controls.h"

/* Equal, or both NaN. */
static inline bool aisp_is_same(double x, double y)
{
	return x == y || (isnan(x) && isnan(y));
}

/* Fill output o with random bytes if it is a choice. */
void aisp_poison_choice(const struct aisp_contract *c, const struct aisp_io *io, int o);

/* An output whose reference gives other values for a range than for all elements; -1 if
 * there is none, or no memory to find out. */
int aisp_output_of_ranges(const struct aisp_contract *c, const struct aisp_io *io);

/* Make outputs of control k, in one of several ways, for the inputs in io, which are
 * those of dist and key again when it returns. */
int aisp_control_make(const struct aisp_contract *c, const struct aisp_io *io,
		      enum aisp_dist dist, uint64_t key, enum aisp_control k, int try,
		      struct aisp_err *err);

/* Make all outputs right, except o, which is updated in place.  *settles: is a second
 * update of it no more than rounding (settles.h)? */
int aisp_control_make_update(const struct aisp_contract *c, const struct aisp_io *io,
			     enum aisp_dist dist, uint64_t key, enum aisp_control k,
			     int o, bool *settles, struct aisp_err *err);

#endif
