/* SPDX-License-Identifier: MIT
 *
 * The threads are called for each step, and have all ended it before the next begins.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_steps.h"

#include "field_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], steps = io->param[STEPS];
	const float *now = aisp_in_f32(io, 0);

	(void)state;
	for (int64_t k = 0; k < steps; k++) {
		float *next = k + 1 < steps ? (float *)io->workspace + k % 2 * n
					    : aisp_out_f32(io, 0);

#pragma omp parallel num_threads(io->n_threads)
		{
			int64_t part = omp_get_thread_num();
			int64_t n_parts = omp_get_num_threads();

			spread_part(next, now, n * part / n_parts,
				    n * (part + 1) / n_parts, n);
		}
		now = next;
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "threads are woken for each step",
	.setup = aisp_team_start,
	.run = run,
};
