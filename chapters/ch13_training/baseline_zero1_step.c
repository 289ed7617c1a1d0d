/* SPDX-License-Identifier: MIT
 *
 * An all-reduce of the gradients, then each rank computes the step on all parameters,
 * with all moments.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_zero1_step.h"

#include "zero1_step_cpu.h"

static void all_reduce(const struct aisp_io *io, float *g)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ELEMS], own = r->rank * n;

	show_gradients(io);
	aisp_rank_barrier(r, 1);
	add_windows(r, g + own, own, n);
	/* No other rank reads this part of this window any more. */
	copy_elems((float *)r->window[r->rank] + own, g + own, n);
	aisp_rank_barrier(r, 2);
	take_parts(io, g);
}

/* Moments that are not this rank's part stay in the workspace. */
static void step_part(const struct aisp_io *io, int part)
{
	int64_t n = io->param[ELEMS], at = part * n, all = all_elems(io->param);
	float *g = io->workspace;
	int is_own = part == io->ranks->rank;
	const struct step s = { .p0 = aisp_in_f32(io, P0) + at,
				.m0 = aisp_in_f32(io, M0) + at,
				.v0 = aisp_in_f32(io, V0) + at,
				.g = g + at,
				.p = aisp_out_f32(io, P) + at,
				.m = is_own ? aisp_out_f32(io, M) : g + all + at,
				.v = is_own ? aisp_out_f32(io, V) : g + 2 * all + at,
				.hyper = aisp_in_f32(io, HYPER) };

	step_range(&s, n);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	all_reduce(io, io->workspace);
	for (int part = 0; part < io->ranks->n; part++)
		step_part(io, part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all-reduce, then each rank updates all parameters",
	.run = run,
};
