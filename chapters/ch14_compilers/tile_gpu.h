/* SPDX-License-Identifier: MIT
 *
 * tile_gpu.h - a program of tile_ir.h as a kernel for this GPU, and its launch over a
 * grid.
 */
#ifndef TILE_GPU_H
#define TILE_GPU_H

#include "nvrtc_code.h"
#include "tile_cuda.h"

struct tile_gpu {
	struct nvrtc_code code;
	dim3 grid;
	size_t shared_bytes;
	struct tile_program program; /* as long as it is built */
	struct tile_plan plan;
};

/* Blocks may have more shared memory than 48 KiB if they ask for it. */
static int tile_gpu_allow(const struct tile_gpu *t)
{
	int device = 0;

	AISP_TRY(cudaGetDevice(&device));
	return aisp_cuda_status(cudaKernelSetAttributeForDevice(
		t->code.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
		(int)t->shared_bytes, device));
}

/* Builds t->program as a kernel.  Returns 0, or -errno. */
static int tile_gpu_build(struct tile_gpu *t, int n_pointers)
{
	char *source = NULL;
	int rc = -EINVAL;

	if (!tile_check(&t->program)) {
		tile_plan(&t->program, &t->plan, TILE_GPU);
		source = tile_write_cuda(&t->program, &t->plan, n_pointers);
	}
	t->shared_bytes = (size_t)t->plan.floats * sizeof(float);
	if (source)
		rc = nvrtc_load(&t->code, source, "tile");
	if (!rc && t->shared_bytes > 48 * 1024)
		rc = tile_gpu_allow(t);
	free(source);
	return rc;
}

static int tile_gpu_run(const struct tile_gpu *t, const struct aisp_io *io, void **args)
{
	return aisp_cuda_status(cudaLaunchKernel((const void *)t->code.kernel, t->grid,
						 dim3(TILE_THREADS), args,
						 t->shared_bytes, aisp_stream(io)));
}

static void tile_gpu_free(void *state)
{
	struct tile_gpu *t = (struct tile_gpu *)state;

	if (t)
		nvrtc_unload(&t->code);
	free(t);
}

#endif
