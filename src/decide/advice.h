/* SPDX-License-Identifier: MIT
 *
 * advice.h - what to do about a comparison that is INCONCLUSIVE.
 */
#ifndef AISP_ADVICE_H
#define AISP_ADVICE_H

#include "group.h"

/*
 * Fill the forecast and the advice of arm i's match, once it is judged; both stay
 * empty unless it is INCONCLUSIVE and more pairs could tell.
 */
void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match);

#endif
