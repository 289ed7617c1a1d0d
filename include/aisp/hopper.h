/* SPDX-License-Identifier: MIT
 *
 * hopper.h - what a matrix product on compute capability 9.0 is made of: tiles that
 * the tensor memory accelerator (TMA) fetches, barriers that count their bytes, and
 * wgmma, by which a warpgroup of four warps multiplies them.
 *
 * A tile has rows of AISP_ROW_BYTES along k, whatever the type, swizzled: piece c (of
 * 16 bytes) of row r lies at c ^ r % 8, so that eight rows' equal pieces lie in all
 * banks.  Tiles begin at multiples of 1024 bytes.  PTX ISA, "Asynchronous warpgroup
 * level matrix instructions".
 */
#ifndef AISP_HOPPER_H
#define AISP_HOPPER_H

#include <aisp/cuda.h>
#include <aisp/wgmma_operands.h>
#include <cuda/ptx>
#include <cudaTypedefs.h>

#define AISP_ROW_BYTES  128
#define AISP_STEP_BYTES 32  /* of k in one wgmma, for every type */
#define AISP_GROUP      128 /* threads of a warpgroup */

enum aisp_wgmma_type { AISP_WGMMA_BF16, AISP_WGMMA_TF32, AISP_WGMMA_E4M3 };

namespace ptx = cuda::ptx;

static __device__ inline void aisp_barrier_wait(uint64_t *bar, uint32_t parity)
{
	while (!ptx::mbarrier_try_wait_parity(bar, parity))
		;
}

/* Called by the thread that will then start copies of `bytes`. */
static __device__ inline void aisp_barrier_expect(uint64_t *bar, uint32_t bytes)
{
	ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
				       ptx::space_shared, bar, bytes);
}

/*
 * At the same barrier of block `rank` of the cluster.  Not released to the cluster,
 * which would cost a fence of the whole GPU: it says that reads are over.
 */
static __device__ inline void aisp_barrier_arrive(uint64_t *bar, uint32_t rank)
{
	uint32_t at = (uint32_t)__cvta_generic_to_shared(bar);

	asm volatile("mapa.shared::cluster.u32 %0, %0, %1;\n\t"
		     "mbarrier.arrive.shared::cluster.b64 _, [%0];"
		     : "+r"(at)
		     : "r"(rank)
		     : "memory");
}

static __device__ inline void aisp_fetch(void *tile, const CUtensorMap *map, int col,
					 int row, uint64_t *bar)
{
	int32_t corner[] = { col, row };

	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
				  corner, bar);
}

/* Into the same place of each block in mask. */
static __device__ inline void aisp_fetch_multicast(void *tile, const CUtensorMap *map,
						   int col, int row, uint64_t *bar,
						   uint16_t mask)
{
	int32_t corner[] = { col, row };

	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, map,
				  corner, bar, mask);
}

/*
 * "Matrix descriptor": address and strides in units of 16 bytes; groups of 8 rows
 * follow each other; mode 1 is the swizzle of 128 bytes.
 */
static __device__ inline uint64_t aisp_descriptor(const void *tile)
{
	uint64_t address = (uint32_t)__cvta_generic_to_shared(tile);

	return (address & 0x3ffff) >> 4 | 1 << 16 |
	       (uint64_t)(8 * AISP_ROW_BYTES) >> 4 << 32 | (uint64_t)1 << 62;
}

#define AISP_WGMMA(name, sums, outs, a_, b_, p_, scales)                               \
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %" #p_ ", 0;\n\t"           \
		     "wgmma.mma_async.sync.aligned." name " {" sums "}, %" #a_         \
		     ", %" #b_ ", p" scales ";\n\t}"                                   \
		     : outs                                                            \
		     : "l"(a), "l"(b), "r"(is_sum))

/*
 * d = a b or, if is_sum, d += a b, without waiting: 64 rows of a, N of b.  Of thread
 * t, d[4 i + j] is row t / 32 * 16 + t % 32 / 4 + j / 2 * 8, column
 * 8 i + t % 4 * 2 + j % 2.
 */
template <enum aisp_wgmma_type KIND, int N>
static __device__ inline void aisp_wgmma(float d[N / 2], uint64_t a, uint64_t b,
					 int is_sum)
{
	if constexpr (KIND == AISP_WGMMA_BF16 && N == 256)
		AISP_WGMMA("m64n256k16.f32.bf16.bf16", AISP_R128, AISP_D128, 128, 129,
			   130, ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 192)
		AISP_WGMMA("m64n192k16.f32.bf16.bf16", AISP_R96, AISP_D96, 96, 97, 98,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 128)
		AISP_WGMMA("m64n128k16.f32.bf16.bf16", AISP_R64, AISP_D64, 64, 65, 66,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 96)
		AISP_WGMMA("m64n96k16.f32.bf16.bf16", AISP_R48, AISP_D48, 48, 49, 50,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 64)
		AISP_WGMMA("m64n64k16.f32.bf16.bf16", AISP_R32, AISP_D32(0), 32, 33, 34,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 32)
		AISP_WGMMA("m64n32k16.f32.bf16.bf16", AISP_R16, AISP_D16(0), 16, 17, 18,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 16)
		AISP_WGMMA("m64n16k16.f32.bf16.bf16", AISP_R8, AISP_D8(0), 8, 9, 10,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_BF16 && N == 8)
		AISP_WGMMA("m64n8k16.f32.bf16.bf16", AISP_R4, AISP_D4(0), 4, 5, 6,
			   ", 1, 1, 0, 0");
	else if constexpr (KIND == AISP_WGMMA_TF32 && N == 256)
		AISP_WGMMA("m64n256k8.f32.tf32.tf32", AISP_R128, AISP_D128, 128, 129,
			   130, ", 1, 1");
	else if constexpr (KIND == AISP_WGMMA_TF32 && N == 128)
		AISP_WGMMA("m64n128k8.f32.tf32.tf32", AISP_R64, AISP_D64, 64, 65, 66,
			   ", 1, 1");
	else if constexpr (KIND == AISP_WGMMA_E4M3 && N == 256)
		AISP_WGMMA("m64n256k32.f32.e4m3.e4m3", AISP_R128, AISP_D128, 128, 129,
			   130, ", 1, 1");
	else if constexpr (KIND == AISP_WGMMA_E4M3 && N == 144)
		AISP_WGMMA("m64n144k32.f32.e4m3.e4m3", AISP_R72, AISP_D72, 72, 73, 74,
			   ", 1, 1");
	else if constexpr (KIND == AISP_WGMMA_E4M3 && N == 128)
		AISP_WGMMA("m64n128k32.f32.e4m3.e4m3", AISP_R64, AISP_D64, 64, 65, 66,
			   ", 1, 1");
	else
		static_assert(N == 0, "add this shape above");
}

static __device__ inline void aisp_wgmma_begin(void)
{
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

static __device__ inline void aisp_wgmma_end(void)
{
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Until at most N products, from begin to end, are under way. */
template <int N> static __device__ inline void aisp_wgmma_wait(void)
{
	asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

/* Changes the number of registers that each thread of the warpgroup has. */
template <int N> static __device__ inline void aisp_take_registers(void)
{
	asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N));
}

template <int N> static __device__ inline void aisp_leave_registers(void)
{
	asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N));
}

/* The thread's warpgroup; the shuffle tells the compiler that it is the same in a warp.
 */
static __device__ inline int aisp_warpgroup(void)
{
	return __shfl_sync(0xffffffff, threadIdx.x / AISP_GROUP, 0);
}

#endif
