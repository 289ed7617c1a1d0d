/* SPDX-License-Identifier: MIT
 *
 * advice.h - what to do about a comparison that is INCONCLUSIVE.
 */
#ifndef AISP_ADVICE_H
#define AISP_ADVICE_H

#include "group.h"

/* A word that contains one of these is quoted for the shell. */
#define AISP_SHELL_WORDS " \t\"'\\$&;()<>|*?[]`#!~"

/*
 * Fills the forecast and the advice of arm i's match after its verdict. Both stay empty
 * unless it is INCONCLUSIVE and more pairs, or a quiet machine, could decide it.
 */
void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match);

/*
 * Writes what to do about *c, which is INCONCLUSIVE for want of pairs: how many would
 * do, after forecast_s seconds (NaN: unknown), and the command, which takes --pairs.
 */
void aisp_advice_text(const struct aisp_comparison *c, const struct aisp_forecast *f,
		      double forecast_s, const char *command, char *buf, size_t size);

#endif
