/* SPDX-License-Identifier: MIT
 *
 * lookup.h - the kernel that both variants share, and its launch with as many
 * blocks as the GPU holds.  They differ in the size of a block.
 */
#ifndef LOOKUP_H
#define LOOKUP_H

#include <aisp/cuda.h>

static __global__ void lookup(float *restrict y, const int32_t *restrict x,
			      const float *restrict table, int64_t n)
{
	__shared__ float local[ENTRIES];
	int64_t step = (int64_t)gridDim.x * blockDim.x;

	for (int k = threadIdx.x; k < ENTRIES; k += blockDim.x)
		local[k] = table[k];
	__syncthreads();
	for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += step)
		y[i] = local[x[i]];
}

/* Gives all of the room that L1 and shared memory share to the tables. */
static inline int lookup_prepare(void)
{
	return aisp_cuda_status(cudaFuncSetAttribute(
		lookup, cudaFuncAttributePreferredSharedMemoryCarveout,
		cudaSharedmemCarveoutMaxShared));
}

static inline int lookup_launch(const struct aisp_io *io, int threads)
{
	int blocks;

	AISP_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, lookup, threads,
							       0));
	blocks *= aisp_gpu(cudaDevAttrMultiProcessorCount);
	lookup<<<blocks, threads, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const int32_t *)io->in[0].data,
		aisp_in_f32(io, 1), io->param[N]);
	return aisp_launched();
}

#endif
