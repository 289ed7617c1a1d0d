/* SPDX-License-Identifier: MIT
 *
 * The program runs operation by operation: each is a loop over its tile, a row, and
 * leaves its value in memory, which L2 holds.
 * FLAGS: -O3
 */
#include "workload_tile_softmax.h"

#include "tile_interpreter.h"
#include "tile_kernels.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct tile_machine *m = calloc(1, sizeof(*m));

	*state = m;
	if (!m)
		return -ENOMEM;
	tile_softmax(&m->p, io->param[ROWS], io->param[COLS], 1, (int)io->param[COLS]);
	m->grid[0] = io->param[ROWS];
	m->grid[1] = 1;
	return tile_machine_init(m);
}

static int run(const struct aisp_io *io, void *state)
{
	float *const pointer[] = { io->in[0].data, io->out[0].data };

	tile_machine_run(state, pointer);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a program of tiles, each operation through memory",
	.setup = setup,
	.run = run,
	.teardown = tile_machine_free,
};
