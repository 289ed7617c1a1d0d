/* SPDX-License-Identifier: MIT
 *
 * Reduce-scatter, the step on this rank's part, all-gather of the parameters: the same
 * bytes between ranks, and each step computed once instead of at every rank.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_zero1_step.h"

#include "zero1_step_cpu.h"

/* Half of a usual first-level cache has the sums and what they come from. */
#define STRIP_ELEMS 1024

/* Elements [first, first + n) of this rank's part. */
static void step_strip(const struct aisp_io *io, int64_t first, int64_t n)
{
	float sum[STRIP_ELEMS];
	int64_t at = io->ranks->rank * io->param[ELEMS] + first;
	const struct step s = { .p0 = aisp_in_f32(io, P0) + at,
				.m0 = aisp_in_f32(io, M0) + at,
				.v0 = aisp_in_f32(io, V0) + at,
				.g = sum,
				.p = aisp_out_f32(io, P) + at,
				.m = aisp_out_f32(io, M) + first,
				.v = aisp_out_f32(io, V) + first,
				.hyper = aisp_in_f32(io, HYPER) };

	add_windows(io->ranks, sum, at, n);
	step_range(&s, n);
	/* No other rank reads this part of this window any more. */
	copy_elems((float *)io->ranks->window[io->ranks->rank] + at, s.p, n);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	show_gradients(io);
	aisp_rank_barrier(io->ranks, 1);
	for (int64_t i = 0; i < n; i += STRIP_ELEMS)
		step_strip(io, i, n - i < STRIP_ELEMS ? n - i : STRIP_ELEMS);
	aisp_rank_barrier(io->ranks, 2);
	take_parts(io, aisp_out_f32(io, P));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each rank sums, updates and shares one part",
	.run = run,
};
