/* SPDX-License-Identifier: MIT
 *
 * tcgen05.h - what a matrix product on compute capability 10 is made of, beside the
 * tiles and barriers of hopper.h: descriptors of tiles in shared memory, tensor memory
 * that a warp takes for the sums, and how these get to memory.  PTX ISA, "TensorCore
 * 5th Generation Family Instructions".
 *
 * A block has 128 threads, as many as tensor memory has lanes: lane i has row i of a
 * block's sums.
 */
#ifndef AISP_TCGEN05_H
#define AISP_TCGEN05_H

/* sm_103a has the same instructions, which CUDA 13.0's <cuda/ptx> does not know. */
#ifdef __CUDA_ARCH_FEAT_SM103_ALL
#define __CUDA_ARCH_FEAT_SM100_ALL 1
#endif
#include <aisp/hopper.h>
#include <cuda_bf16.h>

#define AISP_LANES 128
#define AISP_PART  32 /* columns that a thread reads at a time */

/* "Shared memory descriptor": version 1; swizzle 2 is 128 bytes; group_bytes from eight
 * rows to the next eight. */
static __device__ inline uint64_t
aisp_tcgen05_describe(const void *at, uint64_t group_bytes, uint64_t swizzle)
{
	uint64_t address = (uint32_t)__cvta_generic_to_shared(at);

	return (address & 0x3ffff) >> 4 | group_bytes >> 4 << 32 | (uint64_t)1 << 46 |
	       swizzle << 61;
}

/* Of a tile as hopper.h has them. */
static __device__ inline uint64_t aisp_tcgen05_tile(const uint8_t *tile)
{
	return aisp_tcgen05_describe(tile, 8 * AISP_ROW_BYTES, 2) | 1 << 16;
}

/* Columns of tensor memory, by one warp of each block of the group. */
template <int COLUMNS, typename GROUP>
static __device__ inline void aisp_tcgen05_take(GROUP group, uint32_t *at)
{
	ptx::tcgen05_alloc(group, at, ptx::n32_t<COLUMNS>());
	ptx::tcgen05_relinquish_alloc_permit(group);
}

/* Makes N barriers for full stages, N for empty ones, and one for the sums.  One thread
 * calls it before any other uses them. */
template <int N>
static __device__ inline void aisp_tcgen05_barriers(uint64_t *full, uint64_t *empty,
						    uint64_t *done)
{
	for (int i = 0; i < N; i++) {
		ptx::mbarrier_init(&full[i], 1);
		ptx::mbarrier_init(&empty[i], 1);
	}
	ptx::mbarrier_init(done, 1);
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
}

/* A thread's row of N columns of sums, of which n columns from col on are of c. */
template <int N>
static __device__ inline void aisp_tcgen05_store(__nv_bfloat16 *c, uint32_t sums,
						 int row, int col, int m, int n)
{
	uint32_t lanes = (threadIdx.x / 32 * 32) << 16;

	for (int i = 0; i < N; i += AISP_PART) {
		uint32_t x[AISP_PART];

		ptx::tcgen05_ld_32x32b(x, sums + lanes + i);
		ptx::tcgen05_wait_ld();
		for (int j = 0; j < AISP_PART; j += 2)
			if (row < m && col + i + j < n)
				*(__nv_bfloat162 *)(c + (int64_t)row * n + col + i +
						    j) =
					__floats2bfloat162_rn(
						__uint_as_float(x[j]),
						__uint_as_float(x[j + 1]));
	}
}

/* For setup(): 0, or -ENOTSUP if this GPU lacks the instructions. */
static inline int aisp_tcgen05_is_here(void)
{
	return aisp_gpu(cudaDevAttrComputeCapabilityMajor) == 10 ? 0 : -ENOTSUP;
}

#endif
