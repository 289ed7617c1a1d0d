/* SPDX-License-Identifier: MIT
 *
 * explains.h - do differences in the conditions of two arms explain their times?
 */
#ifndef AISP_EXPLAINS_H
#define AISP_EXPLAINS_H

#include <math.h>

#include <aisp/check.h>

/* The chance of a greater difference between arms is at most one in a thousand. */
#define AISP_T_LIMIT 4

/*
 * effect: the logarithm of the factor by which this arm's times exceed the others' for
 * a reason outside its code.  True if it is more than 2 % and more than half of the
 * measured difference.
 */
static inline bool aisp_explains(const struct aisp_evidence *ev, double effect)
{
	double measured = log(ev->call_ns_arm / ev->call_ns_rest);

	return fabs(effect) > 0.02 && effect * measured > 0 &&
	       fabs(effect) > 0.5 * fabs(measured);
}

#endif
