/* SPDX-License-Identifier: MIT
 *
 * The program becomes machine code: expressions are computed where they are used, sums
 * of a product stay in registers over its depth, and both matrices are packed tile by
 * tile.  setup() tries sides of tiles and keeps the fastest.
 * NEEDS: llvm-c/Core.h
 * CONFIG: llvm-config
 */
#include "workload_tile_gemm.h"

#include "tile_jit.h"
#include "tile_kernels.h"
#include "tile_search.h"

/* The most that a side may have; sides are cut evenly.  Three tiles of 256 x 256 take
 * 768 KiB, about an L2. */
static const struct tile_sides limits[] = {
	{ 128, 128, 128 }, { 256, 256, 128 }, { 256, 256, 256 },
	{ 512, 512, 128 }, { 512, 512, 256 },
};

#define N_LIMITS (sizeof(limits) / sizeof(*limits))

static int build(const struct aisp_io *io, int candidate, struct tile_jit *t)
{
	const int64_t *p = io->param;
	struct tile_target target = tile_this_machine();
	struct tile_program *program = calloc(1, sizeof(*program));
	struct tile_sides s = limits[candidate];
	int rc;

	if (!program)
		return -ENOMEM;
	s.rows = tile_even(p[M], s.rows, target.rows);
	s.cols = tile_even(p[N], s.cols, target.vectors * target.vector);
	s.depth = tile_even(p[K], s.depth, TILE_LINE);
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
