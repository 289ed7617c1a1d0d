/* SPDX-License-Identifier: MIT
 *
 * Each thread counts what its part keeps, and when all have counted, it knows where the
 * part goes.
 * FLAGS: -fopenmp
 */
#include "workload_select.h"

#include <aisp/team.h>

#include "select_eight.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = shuffles_setup(state);

	return rc ? rc : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = io->in[0].data;
	uint16_t *kept = io->out[KEPT].data;
	int64_t *count = io->workspace, n = io->param[N], parts = io->n_threads;
	uint32_t limit = limit_of(io->param);

#pragma omp parallel num_threads((int)parts)
	{
		int64_t k = omp_get_thread_num(), first = n * k / parts, before = 0;
		int64_t length = n * (k + 1) / parts - first;

		count[k] = count_below(x + first, length, limit);
#pragma omp barrier
		for (int64_t i = 0; i < k; i++)
			before += count[i];
		select_some(state, x + first, length, limit, kept + before, count[k]);
		if (k == parts - 1)
			*(uint64_t *)io->out[N_KEPT].data =
				(uint64_t)(before + count[k]);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each thread counts its part, then moves it",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "SSSE3",
};
