/* SPDX-License-Identifier: MIT
 *
 * hopper.h - what a matrix product on compute capability 9.0 is made of: tiles that
 * the tensor memory accelerator (TMA) fetches, barriers that count their bytes, and
 * wgmma, by which a warpgroup of four warps multiplies them.
 *
 * A tile has rows of ROW_BYTES along k, whatever the type, swizzled: piece c (of 16
 * bytes) of row r lies at c ^ r % 8, so that eight rows' equal pieces lie in all banks.
 * PTX ISA, "Asynchronous warpgroup level matrix instructions".
 */
#ifndef HOPPER_H
#define HOPPER_H

#include <aisp/cuda.h>
#include <cuda/ptx>
#include <cudaTypedefs.h>

#define ROW_BYTES  128
#define STEP_BYTES 32  /* of k in one wgmma, for every type */
#define GROUP      128 /* threads of a warpgroup */
#define TILE_N     256
#define SUMS       (TILE_N / 2) /* of a thread: 64 rows, 128 threads */

namespace ptx = cuda::ptx;

enum kind { BF16, TF32, E4M3 };

static __device__ void barrier_wait(uint64_t *bar, uint32_t parity)
{
	while (!ptx::mbarrier_try_wait_parity(bar, parity))
		;
}

/* By the thread that will then order `bytes` to be fetched. */
static __device__ void barrier_expect(uint64_t *bar, uint32_t bytes)
{
	ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
				       ptx::space_shared, bar, bytes);
}

/* At the same barrier of another block of the cluster. */
static __device__ void barrier_arrive(uint64_t *bar, uint32_t rank)
{
	uint32_t at = (uint32_t)__cvta_generic_to_shared(bar);

	asm volatile("mapa.shared::cluster.u32 %0, %0, %1;\n\t"
		     "mbarrier.arrive.shared::cluster.b64 _, [%0];"
		     : "+r"(at)
		     : "r"(rank)
		     : "memory");
}

static __device__ void fetch(void *tile, const CUtensorMap *map, int k, int row,
			     uint64_t *bar)
{
	int32_t corner[] = { k, row };

	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
				  corner, bar);
}

/* Into the same place of each block in mask. */
static __device__ void fetch_multicast(void *tile, const CUtensorMap *map, int k,
				       int row, uint64_t *bar, uint16_t mask)
{
	int32_t corner[] = { k, row };

	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
				  corner, bar, mask);
}

/*
 * "Matrix descriptor": address and strides in units of 16 bytes; groups of 8 rows
 * follow each other; mode 1 is the swizzle of 128 bytes.
 */
static __device__ uint64_t descriptor(const void *tile)
{
	uint64_t address = (uint32_t)__cvta_generic_to_shared(tile);

	return (address & 0x3ffff) >> 4 | 1 << 16 |
	       (uint64_t)(8 * ROW_BYTES) >> 4 << 32 | (uint64_t)1 << 62;
}

#define P(tens, units) "%" #tens #units ", "
#define P10(t)                                                                         \
	P(t, 0) P(t, 1) P(t, 2) P(t, 3) P(t, 4) P(t, 5) P(t, 6) P(t, 7) P(t, 8) P(t, 9)
#define P60    P10() P10(1) P10(2) P10(3) P10(4) P10(5)
#define P120   P60 P10(6) P10(7) P10(8) P10(9) P10(10) P10(11)
#define P127   P120 P(12, 0) P(12, 1) P(12, 2) P(12, 3) P(12, 4) P(12, 5) P(12, 6)
#define D4(i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D16(i) D4(i), D4(i + 4), D4(i + 8), D4(i + 12)
#define D64(i) D16(i), D16(i + 16), D16(i + 32), D16(i + 48)
#define WGMMA(name, scales)                                                            \
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %130, 0;\n\t"               \
		     "wgmma.mma_async.sync.aligned." name " {" P127                    \
		     "%127}, %128, %129, p" scales ";\n\t}"                            \
		     : D64(0), D64(64)                                                 \
		     : "l"(a), "l"(b), "r"(is_sum))

/* d = a b or, if is_sum, d += a b, without waiting: 64 rows, 256 columns. */
template <enum kind KIND>
static __device__ void multiply(float d[SUMS], uint64_t a, uint64_t b, int is_sum)
{
	if constexpr (KIND == BF16)
		WGMMA("m64n256k16.f32.bf16.bf16", ", 1, 1, 0, 0");
	else if constexpr (KIND == TF32)
		WGMMA("m64n256k8.f32.tf32.tf32", ", 1, 1");
	else
		WGMMA("m64n256k32.f32.e4m3.e4m3", ", 1, 1");
}

/* All of two tiles' k. */
template <enum kind KIND>
static __device__ void multiply_tiles(float d[SUMS], uint64_t a, uint64_t b, int is_sum)
{
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
	for (int k = 0; k < ROW_BYTES / STEP_BYTES; k++)
		multiply<KIND>(d, a + k * STEP_BYTES / 16, b + k * STEP_BYTES / 16,
			       k || is_sum);
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Until at most N products are under way. */
template <int N> static __device__ void multiply_wait(void)
{
	asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

/* The same for all threads of a warp, which the compiler cannot know by itself. */
static __device__ int warpgroup(void)
{
	return __shfl_sync(0xffffffff, threadIdx.x / GROUP, 0);
}

/* Registers of each thread of the warpgroup, from what the launch gave it. */
template <int N> static __device__ void take_registers(void)
{
	asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N));
}

template <int N> static __device__ void leave_registers(void)
{
	asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N));
}

static int find_encode(PFN_cuTensorMapEncodeTiled_v12000 *encode)
{
	enum cudaDriverEntryPointQueryResult found;

	AISP_TRY(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled",
						  (void **)encode, 12000,
						  cudaEnableDefault, &found));
	return *encode ? 0 : -ENOTSUP;
}

/* Of t, in boxes of `rows` rows of ROW_BYTES.  0 or -EINVAL. */
static int describe(PFN_cuTensorMapEncodeTiled_v12000 encode,
		    const struct aisp_tensor *t, unsigned elem_bytes, unsigned rows,
		    CUtensorMap *map)
{
	const CUtensorMapDataType types[] = { CU_TENSOR_MAP_DATA_TYPE_UINT8,
					      CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
					      CU_TENSOR_MAP_DATA_TYPE_FLOAT32 };
	cuuint64_t size[] = { (cuuint64_t)t->shape[1], (cuuint64_t)t->shape[0] };
	cuuint64_t pitch[] = { size[0] * elem_bytes };
	cuuint32_t box[] = { ROW_BYTES / elem_bytes, rows }, step[] = { 1, 1 };

	return encode(map, types[elem_bytes / 2], 2, t->data, size, pitch, box, step,
		      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
		      CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
		      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS
		       ? 0
		       : -EINVAL;
}

#endif
