/* SPDX-License-Identifier: MIT
 *
 * The program runs operation by operation: each is a loop over its tile and leaves its
 * value in memory.  Tiles are small enough that L2 holds them.
 * FLAGS: -O3
 */
#include "workload_tile_gemm.h"

#include "tile_interpreter.h"
#include "tile_kernels.h"

#define SIDE 64

static int setup(const struct aisp_io *io, void **state)
{
	struct tile_machine *m = calloc(1, sizeof(*m));
	const int64_t *p = io->param;

	*state = m;
	if (!m)
		return -ENOMEM;
	tile_product(&m->p, p[M], p[N], p[K], (struct tile_sides){ SIDE, SIDE, SIDE });
	m->grid[0] = (p[M] + SIDE - 1) / SIDE;
	m->grid[1] = (p[N] + SIDE - 1) / SIDE;
	return tile_machine_init(m);
}

static int run(const struct aisp_io *io, void *state)
{
	float *const pointer[] = { io->in[0].data, io->in[1].data, io->out[0].data };

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
