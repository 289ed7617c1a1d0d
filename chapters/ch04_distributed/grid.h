/* SPDX-License-Identifier: MIT
 *
 * What the variants of halo share: two grids with room for rows of neighbours and zeros
 * around, and a step from one to the other.
 */
#ifndef GRID_H
#define GRID_H

#include <errno.h>

enum { LANES = 16 }; /* columns before the first: a step computes whole cache lines */

struct grids {
	const struct aisp_ranks *r;
	int64_t rows, cols, row; /* of a rank; elements from row to row */
	int64_t extra;           /* rows of each neighbour, above and below */
	float *now, *next;       /* row 0 is the first of this rank */
	float *memory;
};

static inline int new_grids(const struct aisp_io *io, int64_t extra, void **state)
{
	int64_t rows = io->param[ROWS], row = (io->param[COLS] + 2 * LANES) & -LANES;
	int64_t cells = (rows + 2 * extra + 2) * row;
	struct grids *g = malloc(sizeof(*g));

	*state = g;
	if (!g)
		return -ENOMEM;
	*g = (struct grids){
		.rows = rows, .cols = io->param[COLS], .row = row, .extra = extra
	};
	g->memory = calloc((size_t)(2 * cells), sizeof(float));
	if (!g->memory) {
		free(g);
		return -ENOMEM;
	}
	g->now = g->memory + (extra + 1) * row + LANES;
	g->next = g->now + cells;
	return 0;
}

static inline void free_grids(void *state)
{
	struct grids *g = state;

	free(g->memory);
	free(g);
}

static inline void copy_row(const struct grids *g, float *restrict to,
			    const float *restrict from)
{
	memcpy(to, from, (size_t)g->cols * sizeof(float));
}

static inline void begin_grids(const struct aisp_io *io, struct grids *g)
{
	g->r = io->ranks;
	for (int64_t i = 0; i < g->rows; i++)
		copy_row(g, g->now + i * g->row, aisp_in_f32(io, 0) + i * g->cols);
}

static inline void end_grids(const struct aisp_io *io, const struct grids *g)
{
	for (int64_t i = 0; i < g->rows; i++)
		copy_row(g, aisp_out_f32(io, 0) + i * g->cols, g->now + i * g->row);
}

/* Computes rows [from, to) of the next grid. */
static inline void step_rows(const struct grids *g, int64_t from, int64_t to)
{
	for (int64_t i = from; i < to; i++) {
		const float *restrict v = g->now + i * g->row;
		const float *restrict above = v - g->row, *restrict below = v + g->row;
		float *restrict w = g->next + i * g->row;

		for (int64_t j = 0; j < g->cols; j++)
			w[j] = (float)FIFTH *
			       (v[j] + v[j - 1] + v[j + 1] + above[j] + below[j]);
	}
}

static inline void swap_grids(struct grids *g)
{
	float *now = g->now;

	g->now = g->next;
	g->next = now;
}

/* Where the row beside a neighbour is shown in step `step`: steps alternate between two
 * places, since the row of the step before may still be read. */
static inline float *shown_row(const struct grids *g, int rank, int64_t step,
			       int is_last)
{
	return (float *)g->r->window[rank] + (step % 2 * 2 + is_last) * g->cols;
}

static inline void show_rows(const struct grids *g, int64_t step)
{
	copy_row(g, shown_row(g, g->r->rank, step, 0), g->now);
	copy_row(g, shown_row(g, g->r->rank, step, 1), g->now + (g->rows - 1) * g->row);
}

/* Beyond the first and the last rank the rows stay zero. */
static inline void take_rows(const struct grids *g, int64_t step)
{
	int rank = g->r->rank;

	if (rank > 0)
		copy_row(g, g->now - g->row, shown_row(g, rank - 1, step, 1));
	if (rank < g->r->n - 1)
		copy_row(g, g->now + g->rows * g->row, shown_row(g, rank + 1, step, 0));
}

#endif
