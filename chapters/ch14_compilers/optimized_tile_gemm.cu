/* SPDX-License-Identifier: MIT
 *
 * The program becomes a kernel by NVRTC: tiles of 128 x 128, whose sums stay in
 * registers, 8 x 8 per thread; both matrices are staged in shared memory.
 * NEEDS: nvrtc.h
 * LIBS: -lnvrtc
 */
#include "workload_tile_gemm.h"

#include "tile_gpu.h"
#include "tile_kernels.h"

/* 8 x 8 sums for each of 256 threads; a depth of 16 takes 17 KiB of shared memory. */
#define SIDE  128
#define DEPTH 16

static int setup(const struct aisp_io *io, void **state)
{
	struct tile_gpu *t = (struct tile_gpu *)calloc(1, sizeof(*t));
	const int64_t *p = io->param;

	*state = t;
	if (!t)
		return -ENOMEM;
	tile_product(&t->program, p[M], p[N], p[K], { SIDE, SIDE, DEPTH });
	t->grid = dim3((unsigned)aisp_ceil_div(p[M], SIDE),
		       (unsigned)aisp_ceil_div(p[N], SIDE));
	return tile_gpu_build(t, 3);
}

static int run(const struct aisp_io *io, void *state)
{
	void *args[] = { (void *)&io->in[0].data, (void *)&io->in[1].data,
			 (void *)&io->out[0].data };

	return tile_gpu_run((const struct tile_gpu *)state, io, args);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the program compiled, its sums in registers",
	.setup = setup,
	.run = run,
	.teardown = tile_gpu_free,
};
