/* SPDX-License-Identifier: MIT
 *
 * ranks_gpu.h - signals between kernels of ranks that have a GPU each (aisp/ranks.h).
 *
 * window[] and signal[] are addresses on the caller's GPU; rank r's lie in the memory
 * of GPU r.  A rank waits for its own signals and sets those of a peer.  The judge has
 * mapped all of them, windows of peers for reading alone unless the workload says
 * peers_write; a variant enables nothing.  A kernel takes the struct by value, as
 * `const __grid_constant__ struct aisp_ranks r`, so that window[i] costs one load.
 *
 * One thread sets a signal, or waits for it, for its block: call __syncthreads() before
 * it sets, and after it has waited.  The waiting block then sees all that the threads
 * of the other block wrote before.  What TMA or cp.async.bulk wrote also needs their
 * own wait and a proxy fence first.  All blocks that wait must fit on the GPU at once.
 */
#ifndef AISP_RANKS_GPU_H
#define AISP_RANKS_GPU_H

#include <aisp/ranks.h>

/* Signals from this on are those of aisp_gpu_rank_barrier(), one for each peer. */
#define AISP_GPU_BARRIER_SIGNAL (AISP_N_GPU_SIGNALS - AISP_MAX_RANKS)

static __device__ inline uint32_t *aisp_gpu_signal_of(const struct aisp_ranks *r,
						      int rank, int i)
{
	return r->signal[rank] + 16 * (ptrdiff_t)i;
}

/* A block that has waited for the value sees what was written before it was set. */
static __device__ inline void aisp_gpu_signal_set(const struct aisp_ranks *r, int rank,
						  int i, uint32_t value)
{
	asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(
			     aisp_gpu_signal_of(r, rank, i)),
		     "r"(value)
		     : "memory");
}

static __device__ inline void aisp_gpu_signal_add(const struct aisp_ranks *r, int rank,
						  int i, uint32_t value)
{
	asm volatile("red.release.sys.global.add.u32 [%0], %1;" ::"l"(
			     aisp_gpu_signal_of(r, rank, i)),
		     "r"(value)
		     : "memory");
}

static __device__ inline uint32_t aisp_gpu_signal_get(const struct aisp_ranks *r,
						      int rank, int i)
{
	uint32_t value;

	asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
		     : "=r"(value)
		     : "l"(aisp_gpu_signal_of(r, rank, i))
		     : "memory");
	return value;
}

/* Waits until signal i of that rank is at least value. */
static __device__ inline void aisp_gpu_signal_wait(const struct aisp_ranks *r, int rank,
						   int i, uint32_t value)
{
	while (aisp_gpu_signal_get(r, rank, i) < value)
		;
}

/*
 * Waits for all ranks, and then sees what their blocks wrote before.  All threads of
 * one block of each rank call it, at least n threads.  number is 1 at a call's first
 * barrier and 1 more at each further one.
 */
static __device__ inline void aisp_gpu_rank_barrier(const struct aisp_ranks *r,
						    uint32_t number)
{
	const int peer = (int)threadIdx.x;

	__syncthreads();
	if (peer < r->n) {
		aisp_gpu_signal_set(r, peer, AISP_GPU_BARRIER_SIGNAL + r->rank, number);
		aisp_gpu_signal_wait(r, r->rank, AISP_GPU_BARRIER_SIGNAL + peer,
				     number);
	}
	__syncthreads();
}

/*
 * The same for block b of each rank alone, where it needs what the peers' blocks b
 * wrote.  There are fewer than AISP_GPU_BARRIER_SIGNAL / AISP_MAX_RANKS blocks; block b
 * uses AISP_MAX_RANKS signals from AISP_MAX_RANKS * b on.
 */
static __device__ inline void aisp_gpu_block_barrier(const struct aisp_ranks *r, int b,
						     uint32_t number)
{
	const int peer = (int)threadIdx.x, first = AISP_MAX_RANKS * b;

	__syncthreads();
	if (peer < r->n) {
		aisp_gpu_signal_set(r, peer, first + r->rank, number);
		aisp_gpu_signal_wait(r, r->rank, first + peer, number);
	}
	__syncthreads();
}

#endif
