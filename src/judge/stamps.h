/* SPDX-License-Identifier: MIT
 *
 * stamps.h - of an episode in real time: when each step began, and when its answer was
 * taken, by the judge's clock (aisp/episode.h).
 *
 * The clock runs while a worker has a step, and for as long as the step took: neither
 * what the judge does between steps nor its bell is in it.
 */
#ifndef AISP_STAMPS_H
#define AISP_STAMPS_H

#include "contract.h"

/* Are the steps of its calls stamped? */
bool aisp_has_clock(const struct aisp_problem *pr);

/* The first step begins at 0, another when the one before it was answered. */
void aisp_stamp_begin(const struct aisp_contract *c, const struct aisp_io *io,
		      int64_t step);

/* The step was answered after so many ns.  Nothing without a clock. */
void aisp_stamp_answer(const struct aisp_contract *c, const struct aisp_io *io,
		       int64_t step, double ns);

#endif
