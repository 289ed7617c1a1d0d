/* SPDX-License-Identifier: MIT
 *
 * The program becomes machine code: three passes over a row that L1 holds, of vectors,
 * with the power as a polynomial.  setup() tries how many lanes to work on at once, and
 * keeps the fastest.
 * NEEDS: llvm-c/Core.h
 * CONFIG: llvm-config
 */
#include "workload_tile_softmax.h"

#include "tile_kernels.h"
#include "tile_search.h"

/* 1, 2 or 4 vectors at once: what waits for a result lets the others pass. */
static int build(const struct aisp_io *io, int candidate, struct tile_jit *t)
{
	struct tile_target target = tile_this_machine();
	struct tile_program *program = calloc(1, sizeof(*program));
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	int rc;

	if (!program)
		return -ENOMEM;
	target.lanes = target.vector << candidate;
	tile_softmax(program, rows, cols, 1, tile_even(cols, cols, target.lanes));
	t->grid[0] = rows;
	t->grid[1] = 1;
	rc = tile_jit_build(t, program, &target);
	free(program);
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	float *const pointer[] = { io->in[0].data, io->out[0].data };

	tile_jit_run(state, pointer);
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	return tile_search(io, 3, build, run, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the program compiled, its lanes tuned",
	.setup = setup,
	.run = run,
	.teardown = tile_jit_free,
	.needs = "code generation for this CPU in LLVM",
};
