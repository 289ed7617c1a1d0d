/* SPDX-License-Identifier: MIT
 *
 * episode.h - calls of several steps, of which each is seen when it begins
 * (docs/scores.md).
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
