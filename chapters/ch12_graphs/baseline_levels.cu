/* SPDX-License-Identifier: MIT
 *
 * A kernel per level; then the host copies back whether anybody was found, waits
 * for it and decides.  The GPU is idle meanwhile.
 */
#include "workload_levels.h"

#include "tree_levels.h"

static __global__ void begin(int32_t *depth, int64_t n, int *last)
{
	clear(depth, n);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*last = 0;
}

/* *last becomes the level if it has a node. */
static __global__ void advance(int32_t *depth, const int32_t *restrict parent,
			       int64_t n, int *last, int level)
{
	bool is_found = visit(depth, parent, n, level);

	if (__syncthreads_or(is_found) && threadIdx.x == 0)
		*last = level;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return aisp_cuda_status(cudaMallocHost(state, sizeof(int)));
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	unsigned n_blocks = (unsigned)aisp_ceil_div(n, THREADS);
	int32_t *depth = (int32_t *)io->out[0].data;
	int *last = (int *)io->workspace, *seen = (int *)state, level = 0;
	cudaStream_t stream = aisp_stream(io);

	begin<<<n_blocks, THREADS, 0, stream>>>(depth, n, last);
	do {
		level++;
		advance<<<n_blocks, THREADS, 0, stream>>>(
			depth, (const int32_t *)io->in[0].data, n, last, level);
		AISP_TRY(cudaMemcpyAsync(seen, last, sizeof(*seen),
					 cudaMemcpyDeviceToHost, stream));
		AISP_TRY(cudaStreamSynchronize(stream));
	} while (*seen == level);
	return aisp_launched();
}

static void teardown(void *state)
{
	cudaFreeHost(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "the host reads the condition back after each level",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
