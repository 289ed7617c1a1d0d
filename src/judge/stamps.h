/* SPDX-License-Identifier: MIT
 *
 * stamps.h - when each step of an episode in real time began, and when its answer was
 * taken, by the judge's clock (aisp/episode.h).
 *
 * The clock runs only while a worker has a step: it contains neither the judge's work
 * between steps nor its bell.
 */
#ifndef AISP_STAMPS_H
#define AISP_STAMPS_H

#include "contract.h"

/* Are the steps of an episode stamped? */
bool aisp_has_clock(const struct aisp_problem *pr);

/* The first step begins at 0, each other one when the one before was answered. */
void aisp_stamp_begin(const struct aisp_contract *c, const struct aisp_io *io,
		      int64_t step);

/* The step was answered after ns.  Does nothing without a clock. */
void aisp_stamp_answer(const struct aisp_contract *c, const struct aisp_io *io,
		       int64_t step, double ns);

/* The two stamps of the first step, before those of the others; NULL: no clock. */
int64_t *aisp_stamps_first(const struct aisp_contract *c, const struct aisp_io *io);

/*
 * Stamps as they would be if the clock had run for stood_ns[step] more before each
 * step's answer: a worker may have worked while it stood.  A step that begins later
 * than the one before it was answered waited for something, and may still do so.
 */
void aisp_stamps_delay(const struct aisp_contract *c, const struct aisp_io *io,
		       const double *stood_ns);

#endif
