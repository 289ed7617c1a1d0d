/* SPDX-License-Identifier: MIT
 *
 * The program becomes a kernel by NVRTC: a block has a row, and its powers in shared
 * memory.
 * NEEDS: nvrtc.h
 * LIBS: -lnvrtc
 */
#include "workload_tile_softmax.h"

#include "tile_gpu.h"
#include "tile_kernels.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct tile_gpu *t = (struct tile_gpu *)calloc(1, sizeof(*t));

	*state = t;
	if (!t)
		return -ENOMEM;
	tile_softmax(&t->program, io->param[ROWS], io->param[COLS], 1,
		     (int)io->param[COLS]);
	t->grid = dim3((unsigned)io->param[ROWS]);
	return tile_gpu_build(t, 2);
}

static int run(const struct aisp_io *io, void *state)
{
	void *args[] = { (void *)&io->in[0].data, (void *)&io->out[0].data };

	return tile_gpu_run((const struct tile_gpu *)state, io, args);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the program compiled, powers in shared memory",
	.setup = setup,
	.run = run,
	.teardown = tile_gpu_free,
};
