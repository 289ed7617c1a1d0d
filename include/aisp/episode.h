/* SPDX-License-Identifier: MIT
 *
 * episode.h - calls of several steps: a variant sees each step when it begins
 * (docs/scores.md).
 *
 * If a step's inputs depend on earlier answers, the workload's next() makes those that
 * are by_next.  It finds them as the step before saw them (the first step: as prepare()
 * left them), and in io->out the rows of all answers so far, each taken when its step
 * had answered.  What variants must not know lies in hidden inputs.
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
 * After aisp_add_steps(): the next input, "clock", is hidden.  For each step it has
 * the time when the step began and the time when its answer was taken, in ns since the
 * call began, by the judge's clock (docs/serving.md).  A step begins when the one
 * before it was answered, unless next() finds that no request waits and sets AISP_BEGAN
 * later.
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
