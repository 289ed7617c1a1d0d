/* SPDX-License-Identifier: MIT
 *
 * episode.h - calls of several steps, of which each is seen when it begins
 * (docs/scores.md).
 *
 * Where what comes depends on the answers, the workload's next() makes each step's
 * inputs that are by_next.  It finds them as the step before was shown them, the first
 * one's as prepare() left them, and in io->out the rows of all answers so far, each
 * taken when its step had answered.  What shall stay unknown lies in hidden inputs.
 */
#ifndef AISP_EPISODE_H
#define AISP_EPISODE_H

#include <aisp/workload.h>

/* A call has n steps; the next input, "step", an int64, says which one this is. */
static inline void aisp_add_steps(struct aisp_problem *pr, int64_t n)
{
	struct aisp_spec step = { "step", AISP_I64, 1, { 1 }, AISP_FILL_INDEX, n };

	step.is_step = 1;
	aisp_add_in(pr, step);
	pr->n_steps = n;
}

enum { AISP_BEGAN, AISP_ANSWERED };

/*
 * Behind aisp_add_steps(): the next input, "clock", is hidden and has for each step
 * when it began and when its answer was taken, in ns since the call began, by the
 * judge's clock (docs/serving.md).  A step begins when the one before it was answered,
 * unless next() finds that nobody waits and moves AISP_BEGAN on.
 */
static inline void aisp_add_clock(struct aisp_problem *pr)
{
	struct aisp_spec clock = { "clock",         AISP_I64, 2, { pr->n_steps, 2 },
				   AISP_FILL_INDEX, INT32_MAX };

	clock.is_hidden = 1;
	clock.is_clock = 1;
	aisp_add_in(pr, clock);
}

#endif
