/* SPDX-License-Identifier: MIT
 *
 * wgmma.cu - matrix arithmetic by wgmma (compute capability 9.0): a warpgroup
 * multiplies 64 x k by k x 256 from shared memory into registers.  The operands
 * stay where they are; rows are 128 bytes, swizzled like a TMA tile's, so that
 * they are read without bank conflicts.
 * ARCH: 90a
 */
#include "operand.h"

#include <stdio.h>

#define M          64
#define N          256
#define ROW_BYTES  128 /* of one swizzled tile */
#define STEP_BYTES 32  /* of k in one instruction, for every type */
#define N_TILES    2   /* along k */
#define A_BYTES    (N_TILES * M * ROW_BYTES)
#define B_BYTES    (N_TILES * N * ROW_BYTES)
#define STEPS      (N_TILES * ROW_BYTES / STEP_BYTES)
#define GROUP      128 /* threads of a warpgroup */
#define MOST       3   /* warpgroups: the registers allow no more */

/*
 * PTX ISA, "Shared memory matrix layout", matrix descriptor: address and strides
 * in units of 16 bytes; 8 rows make a group, groups follow each other; mode 1 is
 * the swizzle of 128 bytes.
 */
static __device__ inline uint64_t descriptor(const void *tile)
{
	uint64_t address = (uint32_t)__cvta_generic_to_shared(tile);
	uint64_t group_bytes = 8 * ROW_BYTES;

	return (address & 0x3ffff) >> 4 | 1 << 16 | group_bytes >> 4 << 32 |
	       (uint64_t)1 << 62;
}

#define P(tens, units) "%" #tens #units ", "
#define P10(t)                                                                         \
	P(t, 0) P(t, 1) P(t, 2) P(t, 3) P(t, 4) P(t, 5) P(t, 6) P(t, 7) P(t, 8) P(t, 9)
#define P60       P10() P10(1) P10(2) P10(3) P10(4) P10(5)
#define P120      P60 P10(6) P10(7) P10(8) P10(9) P10(10) P10(11)
#define P127      P120 P(12, 0) P(12, 1) P(12, 2) P(12, 3) P(12, 4) P(12, 5) P(12, 6)
#define D4(t, i)  t(d[i]), t(d[i + 1]), t(d[i + 2]), t(d[i + 3])
#define D16(t, i) D4(t, i), D4(t, i + 4), D4(t, i + 8), D4(t, i + 12)
#define D64(t, i) D16(t, i), D16(t, i + 16), D16(t, i + 32), D16(t, i + 48)
#define D_ARGS(t) D64(t, 0), D64(t, 64)
#define WGMMA(name, t, scales)                                                         \
	asm volatile("wgmma.mma_async.sync.aligned." name " {" P127                    \
		     "%127}, %128, %129, 1" scales ";"                                 \
		     : D_ARGS(t)                                                       \
		     : "l"(a), "l"(b))

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/* d += a b, without waiting. */
template <int OP>
static __device__ inline void multiply(float d[N / 2], uint64_t a, uint64_t b)
{
	if constexpr (OP == AISP_GPU_TF32)
		WGMMA("m64n256k8.f32.tf32.tf32", "+f", ", 1, 1");
	else if constexpr (OP == AISP_GPU_F16)
		WGMMA("m64n256k16.f32.f16.f16", "+f", ", 1, 1, 0, 0");
	else if constexpr (OP == AISP_GPU_BF16)
		WGMMA("m64n256k16.f32.bf16.bf16", "+f", ", 1, 1, 0, 0");
	else
		WGMMA("m64n256k32.f32.e4m3.e4m3", "+f", ", 1, 1");
}

template <int OP>
static __device__ inline void multiply(int d[N / 2], uint64_t a, uint64_t b)
{
	WGMMA("m64n256k32.s32.s8.s8", "+r", "");
}
#endif

/* Each warpgroup has rows of its own; all share the columns. */
template <int OP, typename D>
__global__ void __launch_bounds__(MOST *GROUP) wgmma_loop(int iters, D *sink)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
	extern __shared__ __align__(1024) uint8_t tiles[];
	uint8_t *b = tiles, *a = tiles + B_BYTES + threadIdx.x / GROUP * A_BYTES;
	uint32_t n_words = (B_BYTES + blockDim.x / GROUP * A_BYTES) / 4;
	uint64_t at_a = descriptor(a), at_b = descriptor(b);
	D d[N / 2], sum = 0;

	for (uint32_t i = threadIdx.x; i < n_words; i += blockDim.x)
		((uint32_t *)tiles)[i] = random_word<OP>(blockIdx.x * n_words + i);
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		d[i] = 0;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int k = 0; k < STEPS; k++) {
			int tile = k * STEP_BYTES / ROW_BYTES;
			int within = k * STEP_BYTES % ROW_BYTES;

			multiply<OP>(d, at_a + (tile * M * ROW_BYTES + within) / 16,
				     at_b + (tile * N * ROW_BYTES + within) / 16);
		}
		asm volatile("wgmma.commit_group.sync.aligned;\n\t"
			     "wgmma.wait_group.sync.aligned 0;" ::
				     : "memory");
	}
	if (!sink) /* always true, but the compiler keeps the results */
		return;
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		sum += d[i];
	sink[blockIdx.x * blockDim.x + threadIdx.x] = sum;
#else
	__trap();
#endif
}

template <typename D>
static cudaError_t enqueue(const struct bench *b, const struct loop *l)
{
	void (*kernel)(int, D *) = (void (*)(int, D *))l->kernel;

	kernel<<<l->grid, l->block, l->shared_bytes, b->stream>>>(l->iters,
								  (D *)nullptr);
	return cudaGetLastError();
}

/* k_bytes of k take STEP_BYTES / elem_bytes elements each. */
template <typename D>
static int measure(struct bench *b, void (*kernel)(int, D *), enum aisp_gpu_op op,
		   int elem_bytes, struct aisp_err *err)
{
	for (int groups = 1; groups <= MOST; groups++) {
		struct loop l = { .enqueue = enqueue<D>,
				  .block = groups * GROUP,
				  .shared_bytes = (size_t)B_BYTES + groups * A_BYTES,
				  .kernel = (const void *)kernel };
		char how[40];

		l.grid = aisp_resident_blocks(b, l.kernel, l.block, l.shared_bytes);
		l.amount =
			2.0 * M * N * STEP_BYTES / elem_bytes * STEPS * groups * l.grid;
		snprintf(how, sizeof(how), "m64n256k%d, %d x %d warpgroups",
			 STEP_BYTES / elem_bytes, l.grid / b->p->gpu.n_sms, groups);
		if (aisp_bench_loop(b, &l, how, &b->p->flops[op][AISP_GPU_WGMMA], err))
			return -1;
	}
	return 0;
}

int aisp_step_wgmma(struct bench *b, struct aisp_err *err)
{
	if (aisp_code_arch((const void *)wgmma_loop<AISP_GPU_BF16, float>) != 90) {
		aisp_err_set(err, "only GPUs of compute capability 9.0 have it");
		return 1;
	}
	return measure<float>(b, wgmma_loop<AISP_GPU_TF32, float>, AISP_GPU_TF32, 4,
			      err) ||
			       measure<float>(b, wgmma_loop<AISP_GPU_F16, float>,
					      AISP_GPU_F16, 2, err) ||
			       measure<float>(b, wgmma_loop<AISP_GPU_BF16, float>,
					      AISP_GPU_BF16, 2, err) ||
			       measure<int>(b, wgmma_loop<AISP_GPU_I8, int>,
					    AISP_GPU_I8, 1, err) ||
			       measure<float>(b, wgmma_loop<AISP_GPU_E4M3, float>,
					      AISP_GPU_E4M3, 1, err)
		       ? -1
		       : 0;
}
