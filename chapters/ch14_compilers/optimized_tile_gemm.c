/* SPDX-License-Identifier: MIT
 *
 * The program becomes machine code: expressions are computed where they are used, sums
 * of a product stay in registers over its depth, the right matrix is packed tile by
 * tile, and the left one is read where it lies.  setup() tries sides of tiles and keeps
 * the fastest.
 * NEEDS: llvm-c/Core.h
 * CONFIG: llvm-config
 */
#include "workload_tile_gemm.h"

#include "tile_jit.h"
#include "tile_kernels.h"
#include "tile_search.h"

/* The most that a side may have; sides are cut evenly.  Large tiles pack each matrix
 * fewer times, small ones stay in nearer caches. */
static const struct tile_sides limits[] = {
	{ 256, 256, 256 },
	{ 512, 512, 256 },
	{ 512, 512, 512 },
	{ 1024, 1024, 256 },
};

#define N_LIMITS (sizeof(limits) / sizeof(*limits))

static struct tile_sides sides(const struct aisp_io *io, int candidate,
			       const struct tile_target *target)
{
	const int64_t *p = io->param;
	struct tile_sides s = limits[candidate];

	s.rows = tile_even(p[M], s.rows, target->rows);
	s.cols = tile_even(p[N], s.cols, target->vectors * target->vector);
	s.depth = tile_even(p[K], s.depth, TILE_LINE);
	return s;
}

static int build(const struct aisp_io *io, int candidate, struct tile_jit *t)
{
	const int64_t *p = io->param;
	struct tile_target target = tile_this_machine();
	struct tile_sides s = sides(io, candidate, &target), before = { 0 };
	struct tile_program *program;
	int rc;

	if (candidate)
		before = sides(io, candidate - 1, &target);
	if (!memcmp(&s, &before, sizeof(s)))
		return TILE_SAME;
	program = calloc(1, sizeof(*program));
	if (!program)
		return -ENOMEM;
	tile_product(program, p[M], p[N], p[K], s);
	t->grid[0] = (p[M] + s.rows - 1) / s.rows;
	t->grid[1] = (p[N] + s.cols - 1) / s.cols;
	rc = tile_jit_build(t, program, &target);
	free(program);
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	float *const pointer[] = { io->in[0].data, io->in[1].data, io->out[0].data };

	tile_jit_run(state, pointer);
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	return tile_search(io, N_LIMITS, build, run, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the program compiled, its tiles tuned",
	.setup = setup,
	.run = run,
	.teardown = tile_jit_free,
	.needs = "code generation for this CPU in LLVM",
};
