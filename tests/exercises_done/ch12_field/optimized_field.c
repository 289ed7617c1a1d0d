/* SPDX-License-Identifier: MIT
 *
 * An answer: a tile that knows as many cells beside it as there are steps loses one at
 * either end in each.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>
#include <errno.h>
#include <string.h>

#include "workload_field.h"

#include "field_cpu.h"

/* Cells that a tile must know at either side to take all steps without asking anybody.
 */
static int64_t rim_of(const struct aisp_io *io)
{
	return io->param[STEPS];
}

static int64_t tile_of(const struct aisp_io *io)
{
	return 8 * io->param[STEPS] + 64;
}

/* Of a tile with its rims. */
static int64_t wide_of(const struct aisp_io *io)
{
	return tile_of(io) + 2 * rim_of(io);
}

static void do_tile(const struct aisp_io *io, int64_t first, int64_t n_own, float *now)
{
	int64_t n = io->param[N], rim = rim_of(io), wide = n_own + 2 * rim;
	float *next = now + wide_of(io), *done;

	for (int64_t i = 0; i < wide; i++)
		now[i] = aisp_in_f32(io, 0)[((first - rim + i) % n + n) % n];
	for (int64_t k = 1; k <= io->param[STEPS]; k++) {
		int64_t lost = k < rim ? k : rim; /* cells at either end, by now */

		spread(next + lost, now + lost, wide - 2 * lost);
		done = now;
		now = next;
		next = done;
	}
	memcpy(aisp_out_f32(io, 0) + first, now + rim, (size_t)n_own * sizeof(float));
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = calloc((size_t)(2 * wide_of(io) * io->n_threads), sizeof(float));
	return *state ? aisp_team_start(io, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N], tile = tile_of(io);

#pragma omp parallel for num_threads(io->n_threads)
	for (int64_t i = 0; i < n; i += tile)
		do_tile(io, i, n - i < tile ? n - i : tile,
			(float *)state + 2 * wide_of(io) * omp_get_thread_num());
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
