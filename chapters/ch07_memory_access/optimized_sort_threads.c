/* SPDX-License-Identifier: MIT
 *
 * Each thread sorts a part of the keys.  All threads count, then each knows where its
 * keys of each digit go: behind all smaller digits, and behind the keys of the same
 * digit that earlier threads have.
 * FLAGS: -fopenmp
 * AFTER: sort_lines
 */
#include <aisp/team.h>
#include <errno.h>

#include "workload_sort.h"

#include "radix_lines.h"

#define MOST_THREADS 64

/* count[thread] becomes where that thread's keys begin. */
static void begin_parts(int64_t count[][N_DIGITS], int n_threads)
{
	int64_t sum = 0;

	for (int d = 0; d < N_DIGITS; d++)
		for (int t = 0; t < n_threads; t++) {
			int64_t n = count[t][d];

			count[t][d] = sum;
			sum += n;
		}
}

/* Thread k of n; count is all threads'. */
static void sort_part(const struct aisp_io *io, int64_t count[][N_DIGITS], int k, int n)
{
	int64_t first = io->param[N] * k / n, end = io->param[N] * (k + 1) / n;
	struct lines l;

	for (int pass = 0; pass < N_PASSES; pass++) {
		struct move m = move_of(io, pass);

		memset(count[k], 0, sizeof(count[k]));
		count_digits(m.from + first, end - first, pass, count[k]);
#pragma omp barrier
#pragma omp single
		begin_parts(count, n);
		memcpy(l.at, count[k], sizeof(l.at));
		scatter_lines(&l, m.from + first, end - first, pass, m.to);
#pragma omp barrier
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	if (io->n_threads > MOST_THREADS)
		return -ENOTSUP;
	*state = calloc(MOST_THREADS, N_DIGITS * sizeof(int64_t));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
#pragma omp parallel num_threads(io->n_threads)
	sort_part(io, state, omp_get_thread_num(), omp_get_num_threads());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "radix sort by lines, keys divided among threads",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "at most 64 threads",
};
