/* SPDX-License-Identifier: MIT
 *
 * contract_score.h - a workload's score and its episodes.
 */
#ifndef AISP_CONTRACT_SCORE_H
#define AISP_CONTRACT_SCORE_H

#include "contract.h"

/* Of one call. */
struct aisp_scored {
	double value, bound; /* bound NaN: the workload states none */
	double figures[AISP_MAX_FIGURES];
};

/* Do the score and the steps of the evaluated problem make sense?  0, or -1. */
int aisp_contract_check_figure(const struct aisp_contract *c, struct aisp_err *err);

/*
 * io's outputs are right, and nobody else can write them.  NaN where a function did not
 * return, or returned what no score can be: aisp_contract_check() says so.
 */
void aisp_contract_score(const struct aisp_contract *c, const struct aisp_io *io,
			 struct aisp_scored *s);

/* How many names score->figures has; 0 without a score. */
int aisp_score_n_figures(const struct aisp_score *s);

#endif
