/* SPDX-License-Identifier: MIT
 *
 * cudaMallocAsync() and cudaFreeAsync(): steps of the stream like any other, served
 * from a pool.  Unless told to keep what is free, the pool gives it back at each
 * synchronisation.
 */
#include "workload_allocator.h"

#include "mean_squares.h"

static int setup(const struct aisp_io *io, void **state)
{
	cudaMemPool_t pool;
	uint64_t keep_bytes = UINT64_MAX;
	int device;

	(void)io;
	(void)state;
	if (!aisp_gpu(cudaDevAttrMemoryPoolsSupported))
		return -ENOTSUP;
	AISP_TRY(cudaGetDevice(&device));
	AISP_TRY(cudaDeviceGetDefaultMemPool(&pool, device));
	return aisp_cuda_status(cudaMemPoolSetAttribute(
		pool, cudaMemPoolAttrReleaseThreshold, &keep_bytes));
}

static int run(const struct aisp_io *io, void *state)
{
	void *t;
	int rc;

	(void)state;
	AISP_TRY(cudaMallocAsync(&t, io->param[N] * sizeof(float), aisp_stream(io)));
	rc = mean_squares(io, t);
	AISP_TRY(cudaFreeAsync(t, aisp_stream(io)));
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "cudaMallocAsync and cudaFreeAsync in the stream",
	.setup = setup,
	.run = run,
	.needs = "memory pools of the driver",
};
