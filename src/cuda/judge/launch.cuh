/* SPDX-License-Identifier: MIT
 *
 * launch.cuh - how the judge's kernels are launched: every thread takes elements
 * in steps of the grid.
 */
#ifndef AISP_CUDA_JUDGE_LAUNCH_H
#define AISP_CUDA_JUDGE_LAUNCH_H

#include "judge.h"

#define BLOCK_THREADS 256
#define BLOCKS_PER_SM 8

static __device__ inline int64_t first_elem(void)
{
	return blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
}

static __device__ inline int64_t elem_step(void)
{
	return gridDim.x * (int64_t)blockDim.x;
}

static inline int n_blocks(const struct aisp_device_state *g, int64_t n)
{
	int64_t most = (int64_t)g->n_sms * BLOCKS_PER_SM;
	int64_t want = (n + BLOCK_THREADS - 1) / BLOCK_THREADS;

	return (int)(want < 1 ? 1 : want < most ? want : most);
}

static inline int launched(const char *what, struct aisp_err *err)
{
	cudaError_t e = cudaGetLastError();

	return e == cudaSuccess ? 0 : aisp_gpu_failed(err, what, (CUresult)e);
}

/* Get what a kernel left in g->word. */
static inline int take_word(struct aisp_device_state *g, uint64_t *value,
			    struct aisp_err *err)
{
	CUresult r;

	if ((r = cuMemcpyDtoHAsync(g->host_word, g->word, 8, g->stream)) ||
	    (r = cuStreamSynchronize(g->stream)))
		return aisp_gpu_failed(err, "look at GPU memory", r);
	*value = *g->host_word;
	return 0;
}

#endif
