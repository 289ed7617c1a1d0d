/* SPDX-License-Identifier: MIT
 *
 * Heat spreads along a ring of more cells than one block can hold, in many steps: each
 * cell needs its neighbours, so that blocks have to wait for each other at each step,
 * or once for several.
 * FLAGS: -O3
 */
#include <aisp/workload.h>
#include <float.h>
#include <stdlib.h>

enum { N, STEPS, TEAM };

#define LEAST_CELLS 64
#define MOST_CELLS  (1 << 21)

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "x", AISP_F32, 1, { p[N] } });
	aisp_add_out(pr, (struct aisp_spec){ "y", AISP_F32, 1, { p[N] } });
	pr->bytes = 2.0 * (double)p[N] * sizeof(float);
	pr->bound_by = "dependent steps";
	pr->workspace_bytes = 2 * (size_t)p[N] * sizeof(float) + (1 << 20);
	pr->n_threads = (int)p[TEAM];
	pr->uses = AISP_USES_GRAPHS | AISP_USES_FIXED_IO | AISP_USES_COOPERATIVE;
	/* Three roundings a step, of at most the step's mag each. */
	pr->error_c = aisp_error_sum(3 * p[STEPS]);
	if (p[N] < LEAST_CELLS || p[N] > MOST_CELLS)
		pr->invalid = "n is from 64 to 2^21";
}

/* A cell of the exact field, and the bound's. */
struct exact {
	double value, mag;
};

/* The outermost of n cells are lost. */
static void exact_step(const struct exact *now, struct exact *next, int64_t n)
{
	for (int64_t i = 1; i + 1 < n; i++) {
		next[i].value = 0.25 * now[i - 1].value + 0.5 * now[i].value +
				0.25 * now[i + 1].value;
		next[i].mag = 0.25 * now[i - 1].mag + 0.5 * now[i].mag +
			      0.25 * now[i + 1].mag;
	}
}

/* Cells reach no farther than a neighbour a step. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t cells = io->param[N], steps = io->param[STEPS], wide = n + 2 * steps;
	struct exact *all = (struct exact *)malloc(2 * (size_t)wide * sizeof(*all));
	struct exact *field[2] = { all };

	(void)o;
	if (!all)
		abort();
	field[1] = all + wide;
	for (int64_t i = 0; i < wide; i++) {
		int64_t at = ((first - steps + i) % cells + cells) % cells;

		field[0][i].value = (double)aisp_in_f32(io, 0)[at];
		field[0][i].mag = fabs(field[0][i].value) + FLT_MIN;
	}
	for (int64_t k = 0; k < steps; k++)
		exact_step(field[k % 2] + k, field[(k + 1) % 2] + k, wide - 2 * k);
	for (int64_t e = 0; e < n; e++) {
		ref[e] = field[steps % 2][steps + e].value;
		mag[e] = field[steps % 2][steps + e].mag;
	}
	free(all);
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a field of cells over all multiprocessors, step by step",
	.n_params = 3,
	.params = { [N] = { "n", 1009, 1 << 18, 1 << 20, "cells", 1 << 20 },
		    [STEPS] = { "steps", 37, 200, 500, "steps", 500 },
		    [TEAM] = { "threads", 2, 2, 2, "threads of the CPU" } },
	.problem = problem,
	.reference = reference,
};
