/* SPDX-License-Identifier: MIT
 *
 * Each thread sums a part of the elements and later scales the same part.  Between the
 * two all threads wait for each other; each of them adds up the threads' sums in the
 * same order.
 * FLAGS: -O3 -fopenmp
 */
#include <aisp/team.h>
#include <errno.h>
#include <stdlib.h>

#include "workload_grad_norm.h"

#include "grad_norm_back.h"

#define MOST_THREADS 256

/* What a thread has added up; in a line of its own. */
struct part_sum {
	double sum;
} __attribute__((aligned(64)));

static void clip_part(const struct aisp_io *io, struct part_sum *part, int k, int n)
{
	int64_t first = io->param[N] * k / n, end = io->param[N] * (k + 1) / n;
	float *g = aisp_out_f32(io, G) + first;
	double sum = 0;

	part[k].sum = sum_of_squares(g, end - first);
#pragma omp barrier
	for (int i = 0; i < n; i++)
		sum += part[i].sum;
	scale_back(g, factor_of(sqrt(sum)), end - first);
	if (k == 0)
		*aisp_out_f32(io, NORM) = (float)sqrt(sum);
}

static int setup(const struct aisp_io *io, void **state)
{
	if (io->n_threads > MOST_THREADS)
		return -ENOTSUP;
	*state = aligned_alloc(64, MOST_THREADS * sizeof(struct part_sum));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
#pragma omp parallel num_threads(io->n_threads)
	clip_part(io, state, omp_get_thread_num(), omp_get_num_threads());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "elements divided among threads",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "at most 256 threads",
};
