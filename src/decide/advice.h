/* SPDX-License-Identifier: MIT
 *
 * advice.h - what to do about a comparison that is INCONCLUSIVE.
 */
#ifndef AISP_ADVICE_H
#define AISP_ADVICE_H

#include "group.h"

/*
 * Fills the forecast and the advice of arm i's match after its verdict. Both stay empty
 * unless it is INCONCLUSIVE and more pairs, or a quiet machine, could decide it.
 */
void aisp_match_advise(const struct aisp_group *g, int i, struct aisp_match *match);

/* The run that did not decide. */
struct aisp_advised {
	const char *command; /* that measured it; it takes --pairs and --wait-quiet */
	double forecast_s;   /* that the pairs of the forecast take; NaN: unknown */
	int n_tried;         /* pairs, with those that others disturbed */
};

/*
 * Writes what to do about *c, which is INCONCLUSIVE for want of pairs: how many would
 * do, or what else, but nothing that the run had already.
 */
void aisp_advice_text(const struct aisp_comparison *c, const struct aisp_forecast *f,
		      const struct aisp_advised *run, char *buf, size_t size);

#endif
