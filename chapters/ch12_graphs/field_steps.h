/* SPDX-License-Identifier: MIT
 *
 * field_steps.h - run(): a part of the cells to each thread, and a barrier behind each
 * step.
 */
#include "field_cpu.h"

static void all_steps(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[N], steps = io->param[STEPS];
	const float *now = aisp_in_f32(io, 0);

	for (int64_t k = 0; k < steps; k++) {
		float *next = k + 1 < steps ? (float *)io->workspace + k % 2 * n
					    : aisp_out_f32(io, 0);

		spread_part(next, now, n * part / n_parts, n * (part + 1) / n_parts, n);
		now = next;
#pragma omp barrier
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, all_steps);
	return 0;
}
