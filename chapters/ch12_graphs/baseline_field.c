/* SPDX-License-Identifier: MIT
 *
 * A part of the cells to each thread, and a barrier behind each step.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_field.h"

#include "field_cpu.h"

/* Cells [first, end); those at the ends of the ring are neighbours. */
static void step(float *next, const float *now, int64_t first, int64_t end, int64_t n)
{
	int64_t from = first > 0 ? first : 1, to = end < n ? end : n - 1;

	if (first == 0)
		next[0] = 0.25f * now[n - 1] + 0.5f * now[0] + 0.25f * now[1];
	if (end == n)
		next[n - 1] = 0.25f * now[n - 2] + 0.5f * now[n - 1] + 0.25f * now[0];
	spread(next + from, now + from, to - from);
}

static void all_steps(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[N], steps = io->param[STEPS];
	const float *now = aisp_in_f32(io, 0);

	for (int64_t k = 0; k < steps; k++) {
		float *next = k + 1 < steps ? (float *)io->workspace + k % 2 * n
					    : aisp_out_f32(io, 0);

		step(next, now, n * part / n_parts, n * (part + 1) / n_parts, n);
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

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a part of the cells to each thread, a barrier a step",
	.setup = aisp_team_start,
	.run = run,
};
