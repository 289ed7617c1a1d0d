/* SPDX-License-Identifier: MIT
 *
 * Halo exchange: a grid is cut into strips of rows, one for each rank, and each cell
 * becomes, several times, a fifth of the sum of itself and its four neighbours.  Cells
 * beyond the grid are zero.  In every step a rank needs the rows beside its first and
 * its last one, which the neighbouring ranks have.
 */
#include <aisp/ranks.h>
#include <aisp/workload.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS, ROWS, COLS, STEPS };

#define FIFTH 0.2

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	double cells = (double)(p[RANKS] * p[ROWS] * p[COLS]);
	const struct aisp_spec x = { .name = "x",
				     .dtype = AISP_F32,
				     .rank = 2,
				     .shape = { p[RANKS] * p[ROWS], p[COLS] },
				     .part = { AISP_PART_RANKS } };
	struct aisp_spec y = x;

	y.name = "y";
	aisp_add_in(pr, x);
	aisp_add_out(pr, y);
	pr->ranks.n = (int)p[RANKS];
	pr->ranks.peers_write = 1;
	/* First and last row of two steps, or as many at once as there are steps. */
	pr->ranks.window_bytes =
		sizeof(float) * (size_t)(2 * p[COLS] * (p[STEPS] > 2 ? p[STEPS] : 2));
	/* Bytes of a rank with the most neighbours. */
	pr->ranks.wire_bytes = sizeof(float) * (double)(p[COLS] * p[STEPS]) *
			       (double)(p[RANKS] > 2 ? 2 : p[RANKS] - 1);
	/* A fifth of a fifth may be taken once, behind the last step. */
	pr->flops = 4 * cells * (double)p[STEPS];
	pr->bytes = 8 * cells;
	pr->error_c = aisp_error_sum(6 * p[STEPS]);
	if (p[STEPS] > p[ROWS])
		pr->invalid = "more steps than rows of a rank: a step needs more than "
			      "its neighbours";
}

/* Rows of the grid, in double, with a row and a column of zeros around. */
struct grid {
	int64_t first, rows, cols, all_rows; /* rows [first, first + rows) of all */
	double *now, *next;
};

static void step_grid(struct grid *g)
{
	int64_t row = g->cols + 2;
	double *done = g->next;

	for (int64_t i = 1; i <= g->rows; i++) {
		bool is_beyond = g->first + i <= 0 || g->first + i > g->all_rows;

		for (int64_t j = 1; j <= g->cols; j++) {
			const double *v = g->now + i * row + j;

			g->next[i * row + j] = is_beyond
						       ? 0
						       : FIFTH * (v[0] + v[-1] + v[1] +
								  v[-row] + v[row]);
		}
	}
	g->next = g->now;
	g->now = done;
}

/* Computes all steps of x or |x|; rows at an edge without neighbours are wrong, one
 * more row with each step. */
static void steps_of(const struct aisp_io *io, struct grid *g, bool is_mag, double *to,
		     int64_t first, int64_t n)
{
	const float *x = aisp_in_f32(io, 0);
	int64_t row = g->cols + 2, cells = (g->rows + 2) * row;

	memset(g->now, 0, (size_t)(2 * cells) * sizeof(double));
	g->next = g->now + cells;
	for (int64_t i = 0; i < g->rows; i++)
		for (int64_t j = 0; j < g->cols; j++) {
			int64_t at = g->first + i;
			double v = at < 0 || at >= g->all_rows
					   ? 0
					   : (double)x[at * g->cols + j];

			g->now[(i + 1) * row + j + 1] = is_mag ? fabs(v) : v;
		}
	for (int64_t k = 0; k < io->param[STEPS]; k++)
		step_grid(g);
	for (int64_t e = 0; e < n; e++)
		to[e] = g->now[((first + e) / g->cols - g->first + 1) * row +
			       (first + e) % g->cols + 1];
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cols = io->in[0].shape[1], steps = io->param[STEPS];
	int64_t top = first / cols, bottom = (first + n + cols - 1) / cols;
	struct grid g = { .first = top - steps,
			  .rows = bottom - top + 2 * steps,
			  .cols = cols,
			  .all_rows = io->in[0].shape[0] };
	double *room = (double *)malloc((size_t)(2 * (g.rows + 2) * (cols + 2)) *
					sizeof(double));

	(void)o;
	if (!room)
		abort();
	g.now = room;
	steps_of(io, &g, false, ref, first, n);
	g.now = room;
	steps_of(io, &g, true, mag, first, n);
	free(room);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "steps of a grid that ranks share",
	.n_params = 4,
	.params = { [RANKS] = { "ranks", 2, 2, 4, "processes" },
		    [ROWS] = { "rows", 7, 256, 1024, "of the grid, of each rank",
			       2048 },
		    [COLS] = { "cols", 67, 1024, 1024, "of the grid", 2048 },
		    [STEPS] = { "steps", 3, 16, 16, "of each cell" } },
	.problem = problem,
	.reference = reference,
};
