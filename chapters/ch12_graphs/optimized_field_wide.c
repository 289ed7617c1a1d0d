/* SPDX-License-Identifier: MIT
 *
 * A tile of cells goes through all steps in the first-level cache, with as many extra
 * cells on each side as there are steps; each step loses one at either end.  No thread
 * waits for another.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>
#include <errno.h>

#include "workload_field.h"

#include "field_cpu.h"

/* Cells of a tile without its rims: more than those have, and within the caches. */
static int64_t tile_of(const struct aisp_io *io)
{
	return 8 * io->param[STEPS] + 64;
}

static int64_t room_of(const struct aisp_io *io)
{
	return tile_of(io) + 2 * io->param[STEPS];
}

static void do_tile(const struct aisp_io *io, int64_t first, int64_t n_own, float *now)
{
	int64_t n = io->param[N], steps = io->param[STEPS], wide = n_own + 2 * steps;
	int64_t at = ((first - steps) % n + n) % n;
	float *next = now + room_of(io), *done;

	for (int64_t i = 0; i < wide; i++, at = at + 1 < n ? at + 1 : 0)
		now[i] = aisp_in_f32(io, 0)[at];
	for (int64_t k = 1; k <= steps; k++) {
		spread(next + k, now + k, wide - 2 * k);
		done = now;
		now = next;
		next = done;
	}
	for (int64_t i = 0; i < n_own; i++)
		aisp_out_f32(io, 0)[first + i] = now[steps + i];
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = calloc((size_t)(2 * room_of(io) * io->n_threads), sizeof(float));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], tile = tile_of(io);

#pragma omp parallel for schedule(static) num_threads(io->n_threads)
	for (int64_t i = 0; i < n; i += tile)
		do_tile(io, i, n - i < tile ? n - i : tile,
			(float *)state + 2 * room_of(io) * omp_get_thread_num());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each tile runs through all steps, with a shrinking halo",
	.setup = setup,
	.run = run,
	.teardown = free,
};
