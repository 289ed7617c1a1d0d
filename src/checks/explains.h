/* SPDX-License-Identifier: MIT
 *
 * explains.h - is what differs around two arms the reason why their times differ?
 */
#ifndef AISP_EXPLAINS_H
#define AISP_EXPLAINS_H

#include <math.h>

#include <aisp/check.h>

/* Beyond this a difference between arms is no accident: one in a thousand at most. */
#define AISP_T_LIMIT 4

/*
 * effect: the logarithm of the factor by which this arm's times are longer than the
 * others' for a reason that is not in the code.  True if it is more than 2 % and more
 * than half of the difference that was measured.
 */
static inline bool aisp_explains(const struct aisp_evidence *ev, double effect)
{
	double measured = log(ev->call_ns_arm / ev->call_ns_rest);

	return fabs(effect) > 0.02 && effect * measured > 0 &&
	       fabs(effect) > 0.5 * fabs(measured);
}

#endif
