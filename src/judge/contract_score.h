/* SPDX-License-Identifier: MIT
 *
 * contract_score.h - a workload's score and its episodes.
 */
#ifndef AISP_CONTRACT_SCORE_H
#define AISP_CONTRACT_SCORE_H

#include "contract.h"

/* The score of one call. */
struct aisp_scored {
	double value, bound; /* bound is NaN if the workload states none */
	double figures[AISP_MAX_FIGURES];
};

/* Do the score and steps of the problem make sense? 0, or -1 with *err filled. */
int aisp_contract_check_figure(const struct aisp_contract *c, struct aisp_err *err);

/*
 * io's outputs must be right, and nobody else may write them.  The value is NaN if a
 * function did not return, or returned no score: see aisp_contract_check().
 */
void aisp_contract_score(const struct aisp_contract *c, const struct aisp_io *io,
			 struct aisp_scored *s);

/*
 * The value that it would have if the clock had run for stood_ns more in each step
 * (aisp_stamps_delay()); NaN if the workload computes none then, which is no fault.
 */
double aisp_contract_score_delayed(const struct aisp_contract *c,
				   const struct aisp_io *io, const double *stood_ns);

/* The number of names in score->figures; 0 without a score. */
int aisp_score_n_figures(const struct aisp_score *s);

#endif
