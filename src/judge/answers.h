/* SPDX-License-Identifier: MIT
 *
 * answers.h - copies of a variant's outputs, made when it answers, in memory that it
 * cannot reach.
 *
 * A step's rows are taken when the step is answered: what is written there later, when
 * more of the inputs is known, counts for nothing.
 */
#ifndef AISP_ANSWERS_H
#define AISP_ANSWERS_H

#include "device/buffers.h"

struct aisp_answers {
	struct aisp_tensor out[AISP_MAX_IO];
	struct aisp_io io; /* the slot's inputs, and the copies */
	double *stood_ns;  /* for how long the clock stood before each step's bell;
			      NULL: no clock (stamps.h) */
};

/* Allocate for one call. 0, or -1 with *err filled; {0} may be released, too. */
int aisp_answers_init(struct aisp_answers *a, const struct aisp_problem *pr,
		      struct aisp_err *err);
void aisp_answers_release(struct aisp_answers *a);

/* Begin the slot's call: the copies are empty, and io refers to this slot. */
void aisp_answers_begin(struct aisp_answers *a, const struct aisp_buffers *b, int slot);

/* Copy the rows of an answered step; then, after the last step, all other outputs. */
void aisp_answers_take_step(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot, int64_t step);
void aisp_answers_take_rest(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot);

/* Copy all of the slot's outputs as they are now; the first call allocates.  Returns 0,
 * or -1 with *err filled. */
int aisp_answers_take(struct aisp_answers *a, const struct aisp_buffers *b, int slot,
		      struct aisp_err *err);

#endif
