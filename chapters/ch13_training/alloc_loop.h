/* SPDX-License-Identifier: MIT
 *
 * alloc_loop.h - the trace of a training loop's blocks, as inputs of a contract whose
 * first parameters are BLOCKS and STEP and whose first inputs are SIZE and FREE_AT.
 * Block i is asked for at time i and given back when block free_at[i] is asked for.
 */
#ifndef ALLOC_LOOP_H
#define ALLOC_LOOP_H

#include "alloc_draw.h"

static void add_loop(struct aisp_problem *pr, int64_t n)
{
	aisp_add_in(pr, (struct aisp_spec){
				"size", AISP_I64, 1, { n }, AISP_FILL_INDEX, MOST });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "free_at", AISP_I32, 1, { n }, AISP_FILL_INDEX, n + 1 });
}

/* All steps are of one kind: the same blocks, but for the length of their batch. */
static void draw_loop(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[BLOCKS], step = io->param[STEP];
	int64_t *size = (int64_t *)io->in[SIZE].data;
	int32_t *free_at = (int32_t *)io->in[FREE_AT].data;

	for (int64_t i = 0; i < n; i++) {
		int64_t place = i % step, begin = i - place, end;
		uint64_t once = aisp_draw(bits, (uint64_t)(i / step));

		end = begin + draw_end(place, step, bits, once);
		size[i] = draw_size(~bits, place, 0.5 + unit(once, -1));
		free_at[i] = (int32_t)(end < n ? end : n);
	}
}

static const char *invalid_loop(const int64_t *p)
{
	return p[STEP] < 8 || p[BLOCKS] > INT32_MAX - 1
		       ? "a step must have 8 blocks, all together fit an int32"
		       : NULL;
}

#endif
