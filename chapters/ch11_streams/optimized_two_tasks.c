/* SPDX-License-Identifier: MIT
 *
 * One thread begins with the sums and another with the polynomial, in small pieces,
 * which are counted for each task: the thread that is done first helps the other.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>
#include <stdatomic.h>

#include "workload_two_tasks.h"

#include "tasks_two_tasks.h"

#define PIECE_ROWS   8
#define PIECE_POINTS 2048

/* Pieces of each task that were given out. */
struct list {
	_Atomic int64_t rows, points;
};

static int take_rows(const struct aisp_io *io, struct list *l)
{
	int64_t i = atomic_fetch_add(&l->rows, PIECE_ROWS), n = io->param[ROWS];

	sum_rows(io, i, i + PIECE_ROWS < n ? i + PIECE_ROWS : n);
	return i < n;
}

static int take_points(const struct aisp_io *io, struct list *l)
{
	int64_t i = atomic_fetch_add(&l->points, PIECE_POINTS), n = io->param[POINTS];

	put_values(io, i, i + PIECE_POINTS < n ? i + PIECE_POINTS : n);
	return i < n;
}

static void take_both(const struct aisp_io *io, struct list *l, int is_odd)
{
	int (*take[])(const struct aisp_io *, struct list *) = { take_rows,
								 take_points };

	while (take[is_odd](io, l))
		;
	while (take[!is_odd](io, l))
		;
}

static int run(const struct aisp_io *io, void *state)
{
	struct list l = { 0 };

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	take_both(io, &l, omp_get_thread_num() % 2);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a task per thread; the first to finish helps the other",
	.setup = aisp_team_start,
	.run = run,
};
