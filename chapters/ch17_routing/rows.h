/* SPDX-License-Identifier: MIT
 *
 * rows.h - tensors of an episode whose steps were drawn beforehand: each step shows one
 * row of an input, and takes one row of an output.
 */
#ifndef ROWS_H
#define ROWS_H

#include <aisp/episode.h>

static inline void add_by_step(struct aisp_problem *pr, const char *name, int64_t n,
			       int64_t limit)
{
	struct aisp_spec s = { name, AISP_I32, 1, { n }, AISP_FILL_INDEX, limit };

	s.by_step = 1;
	aisp_add_in(pr, s);
}

static inline void add_choice(struct aisp_problem *pr, const char *name)
{
	struct aisp_spec s = { name, AISP_I32, 1, { pr->n_steps } };

	s.is_choice = 1;
	s.by_step = 1;
	aisp_add_out(pr, s);
}

#endif
