/* SPDX-License-Identifier: MIT
 *
 * Each thread gets an equal share of rows and elements together (D. Merrill and M.
 * Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication, 2016).  Ends of
 * rows and elements are two ascending lists; to merge them is to walk through the
 * matrix, an element or the end of a row per step.  A bisection finds where such a walk
 * is after a given number of steps.  A row that a cut goes through is added up from
 * parts, in order.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>
#include <errno.h>
#include <stdlib.h>

#include "workload_spmv.h"

#include "sparse_rows.h"

#define MOST_THREADS 256

/* What a thread has of the row that it does not end; of a line of its own. */
struct part {
	int64_t row;
	float sum;
} __attribute__((aligned(64)));

/* How many rows have ended after so many steps. */
static int64_t rows_after(const struct sparse *a, int64_t rows, int64_t steps)
{
	int64_t least = 0, most = rows < steps ? rows : steps;

	while (least < most) {
		int64_t i = (least + most) / 2;

		if (a->start[i + 1] + i < steps)
			least = i + 1;
		else
			most = i;
	}
	return least;
}

/* Rows from the one in which element `first` lies up to `end`; then what is left. */
static struct part multiply_part(const struct sparse *a, int64_t rows, int64_t from,
				 int64_t to)
{
	int64_t row = rows_after(a, rows, from), end = rows_after(a, rows, to);
	int64_t first = from - row, last = to - end;
	struct part left = { end, 0 };

	if (row < end) {
		a->y[row] = dot(a, first, a->start[row + 1]);
		multiply_rows(a, row + 1, end);
		first = a->start[end];
	}
	left.sum = dot(a, first, last);
	return left;
}

static int setup(const struct aisp_io *io, void **state)
{
	if (io->n_threads > MOST_THREADS)
		return -ENOTSUP;
	*state = aligned_alloc(64, MOST_THREADS * sizeof(struct part));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	struct sparse a = sparse_of(io);
	int64_t rows = io->param[ROWS], steps = rows + io->in[VALUE].shape[0];
	struct part *part = state;
	int n_parts = 0;

#pragma omp parallel num_threads(io->n_threads)
	{
		int64_t k = omp_get_thread_num(), n = omp_get_num_threads();

#pragma omp single
		n_parts = (int)n;
		part[k] = multiply_part(&a, rows, steps * k / n, steps * (k + 1) / n);
	}
	for (int k = 0; k < n_parts; k++)
		if (part[k].row < rows)
			a.y[part[k].row] += part[k].sum;
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows and elements divided equally among threads",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "at most 256 threads",
};
