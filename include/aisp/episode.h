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

#endif
