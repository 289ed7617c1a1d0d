/* SPDX-License-Identifier: MIT
 *
 * peer_channels.h - how blocks of ranks' kernels meet.  A block of threads and its
 * counterparts at the other ranks are a channel, which takes every channels-th chunk of
 * the work and has signals of its own: nobody waits for a whole grid.
 */
#ifndef AISP_PEER_CHANNELS_H
#define AISP_PEER_CHANNELS_H

#include <aisp/peer_chunks.h>

static __device__ inline int signal_of(int channel, int source)
{
	return channel * AISP_MAX_RANKS + source;
}

static __host__ __device__ inline int64_t
chunks_of_channel(int64_t n_vectors, int channels, int channel, int64_t chunk)
{
	int64_t all = (n_vectors + chunk - 1) / chunk;

	return channel < all ? (all - channel + channels - 1) / channels : 0;
}

#define SUMMED 256 /* signals of channel c, part two: those of channel c + SUMMED */

static __device__ inline void tell(const struct aisp_ranks &r, int channel,
				   uint32_t number)
{
	__syncthreads();
	if (threadIdx.x < r.n && threadIdx.x != r.rank)
		aisp_gpu_signal_set(&r, threadIdx.x, signal_of(channel, r.rank),
				    number);
}

static __device__ inline void await(const struct aisp_ranks &r, int channel,
				    uint32_t number)
{
	if (threadIdx.x < r.n && threadIdx.x != r.rank)
		aisp_gpu_signal_wait(&r, r.rank, signal_of(channel, threadIdx.x),
				     number);
	__syncthreads();
}

static inline int at_most(int64_t n, int most)
{
	return (int)(n < most ? n : most);
}

/* Blocks that the GPU holds at once, since they wait for each other; 0 for none. */
template <auto KERNEL> static int most_blocks(int threads, size_t shared)
{
	static int most, most_of;
	int n = 0;

	if (most && most_of == threads)
		return most;
	if (shared &&
	    cudaFuncSetAttribute(KERNEL, cudaFuncAttributeMaxDynamicSharedMemorySize,
				 (int)shared))
		return 0;
	if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, KERNEL, threads, shared))
		return 0;
	most_of = threads;
	return most = n * aisp_gpu(cudaDevAttrMultiProcessorCount);
}

#endif
