/* SPDX-License-Identifier: MIT
 *
 * advice.h - what to do about a comparison that is INCONCLUSIVE.
 */
#ifndef AISP_ADVICE_H
#define AISP_ADVICE_H

#include "group.h"

/* A word that has one of these is quoted in a command line for a shell. */
#define AISP_SHELL_WORDS " \t\"'\\$&;()<>|*?[]`#!~"

/*
 * Fill the forecast and the advice of arm i's match, once it is judged; both stay
 * empty unless it is INCONCLUSIVE and more pairs, or a quiet machine, could tell.
 */
void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match);

/*
 * What to do about *c, which is INCONCLUSIVE for want of pairs: how many would do,
 * after how many seconds (NaN: nobody knows), and the command, which takes --pairs.
 */
void aisp_advice_text(const struct aisp_comparison *c, const struct aisp_forecast *f,
		      double forecast_s, const char *command, char *buf, size_t size);

#endif
