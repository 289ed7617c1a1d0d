/* SPDX-License-Identifier: MIT
 *
 * ranks_gpu.h - signals between kernels of ranks that have a GPU each (aisp/ranks.h).
 *
 * window[] and signal[] are addresses of the caller's GPU; rank r's lie in the memory
 * of GPU r, so that who waits reads its own signals and who tells writes a peer's.
 * Nothing is to be enabled: the judge has mapped them, windows of peers for reading
 * alone unless the workload says peers_write.  A kernel takes the struct by value, as
 * `const __grid_constant__ struct aisp_ranks r`, so that window[i] costs one load.
 *
 * One thread tells or waits for a block: __syncthreads() before it tells, and after it
 * has waited.  What all threads of the block wrote before is then seen by who has
 * waited.  Written by TMA or cp.async.bulk it needs their own wait and a proxy fence
 * first.  All blocks that wait must fit on the GPU at once.
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

/* What was written before is seen by who has waited for the value. */
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

/* Until signal i of that rank is at least value. */
static __device__ inline void aisp_gpu_signal_wait(const struct aisp_ranks *r, int rank,
						   int i, uint32_t value)
{
	while (aisp_gpu_signal_get(r, rank, i) < value)
		;
}

/*
 * By all threads of one block of each rank, of at least n threads: all ranks are here,
 * and see what the others' blocks wrote before.  number is 1 more with each barrier of
 * a call.
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
 * The same of block b's counterparts alone: where block b of each rank needs what the
 * peers' blocks b wrote.  Blocks are fewer than AISP_GPU_BARRIER_SIGNAL /
 * AISP_MAX_RANKS; block b takes AISP_MAX_RANKS signals from AISP_MAX_RANKS * b on.
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
