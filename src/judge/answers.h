/* SPDX-License-Identifier: MIT
 *
 * answers.h - what a variant answered, copied when it did, where it cannot reach it.
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
};

/* Room for one call's.  0, or -1 with *err filled; releases what {0} is, too. */
int aisp_answers_init(struct aisp_answers *a, const struct aisp_problem *pr,
		      struct aisp_err *err);
void aisp_answers_release(struct aisp_answers *a);

/* The slot's call begins: nothing is answered yet, and io is of it. */
void aisp_answers_begin(struct aisp_answers *a, const struct aisp_buffers *b, int slot);

/* A step of the slot's call was answered; the last one, or a call without steps. */
void aisp_answers_take_step(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot, int64_t step);
void aisp_answers_take_rest(struct aisp_answers *a, const struct aisp_buffers *b,
			    int slot);

/* All of the slot's outputs, as they are now; makes the room at the first call.  0, or
 * -1 with *err filled. */
int aisp_answers_take(struct aisp_answers *a, const struct aisp_buffers *b, int slot,
		      struct aisp_err *err);

#endif
