/* SPDX-License-Identifier: MIT
 *
 * tcgen05.cu - matrix arithmetic by tcgen05.mma (compute capability 10.0): one
 * thread multiplies 128 x k by k x 256 from shared into tensor memory.  The tiles
 * lie as in wgmma.cu.  It was never run: no such GPU was at hand.
 * ARCH: 100a
 */
#include "operand.h"

#include <stdio.h>

#define M          128
#define N          256
#define ROW_BYTES  128 /* of one swizzled tile */
#define STEP_BYTES 32  /* of k in one instruction, for every type */
#define N_TILES    2   /* along k */
#define A_BYTES    (N_TILES * M * ROW_BYTES)
#define B_BYTES    (N_TILES * N * ROW_BYTES)
#define STEPS      (N_TILES * ROW_BYTES / STEP_BYTES)
#define COLUMNS    512 /* all of tensor memory: N of sums, then scales */
#define BLOCK      128
#define AHEAD      2 /* batches of STEPS in flight */

static __device__ inline uint32_t shared_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

/* PTX ISA, "Tcgen05 shared memory descriptor": version 1, swizzle 2 is 128 bytes. */
static __device__ inline uint64_t descriptor(const void *tile)
{
	uint64_t group_bytes = 8 * ROW_BYTES;

	return (shared_address(tile) & 0x3ffff) >> 4 | 1 << 16 |
	       group_bytes >> 4 << 32 | (uint64_t)1 << 46 | (uint64_t)2 << 61;
}

/* "Instruction descriptor": types of sum and operands, both k-major, and shape. */
template <int OP> __device__ constexpr uint32_t instruction(void)
{
	constexpr uint32_t shape = (N / 8) << 17 | (M / 16) << 24;

	switch (OP) {
	case AISP_GPU_TF32:
		return 1 << 4 | 2 << 7 | 2 << 10 | shape;
	case AISP_GPU_BF16:
		return 1 << 4 | 1 << 7 | 1 << 10 | shape;
	case AISP_GPU_I8:
		return 2 << 4 | 1 << 7 | 1 << 10 | shape;
	case AISP_GPU_E2M1: /* scales are powers of two */
		return 1 << 7 | 1 << 10 | 1 << 23 | shape;
	default: /* f16, e4m3 */
		return 1 << 4 | shape;
	}
}

#ifdef __CUDA_ARCH_FEAT_SM100_ALL
#define MMA(kind)                                                                      \
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"                 \
		     "tcgen05.mma.cta_group::1.kind::" kind                            \
		     " [%0], %1, %2, %3, p;\n\t}" ::"r"(d),                            \
		     "l"(a), "l"(b), "r"(instruction<OP>()), "r"(is_sum)               \
		     : "memory")

/* d = a b, or d += a b; the scales of e2m1 follow d. */
template <int OP>
static __device__ inline void multiply(uint32_t d, uint64_t a, uint64_t b,
				       uint32_t is_sum)
{
	if constexpr (OP == AISP_GPU_TF32)
		MMA("tf32");
	else if constexpr (OP == AISP_GPU_F16 || OP == AISP_GPU_BF16)
		MMA("f16");
	else if constexpr (OP == AISP_GPU_E4M3)
		MMA("f8f6f4");
	else if constexpr (OP == AISP_GPU_I8)
		MMA("i8");
	else
		asm volatile(
			"{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %4, 0;\n\t"
			"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X "
			"[%0], %1, %2, %3, [%5], [%6], p;\n\t}" ::"r"(d),
			"l"(a), "l"(b), "r"(instruction<OP>()), "r"(is_sum), "r"(d + N),
			"r"(d + N + 16)
			: "memory");
}

static __device__ inline void barrier_wait(uint64_t *bar, uint32_t parity)
{
	uint32_t is_done = 0;

	while (!is_done)
		asm volatile("{\n\t.reg .pred p;\n\t"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
			     "selp.u32 %0, 1, 0, p;\n\t}"
			     : "=r"(is_done)
			     : "r"(shared_address(bar)), "r"(parity)
			     : "memory");
}

/* Each warp stores 2^0 in its quarter of the lanes of the 32 columns after the sums. */
static __device__ inline void set_scales(uint32_t d)
{
	uint32_t lanes = (threadIdx.x / 32 * 32) << 16;

	for (int i = 0; i < 32; i++)
		asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(
				     d + N + i + lanes),
			     "r"(0x7f7f7f7f)
			     : "memory");
	asm volatile("tcgen05.wait::st.sync.aligned;\n\t"
		     "tcgen05.fence::before_thread_sync;" ::
			     : "memory");
}

template <int OP>
static __device__ inline void run(uint32_t d, const uint8_t *tiles, uint64_t *bars,
				  int iters)
{
	for (int i = 0; i < iters + AHEAD; i++) {
		uint64_t *bar = &bars[i % AHEAD];

		if (i >= AHEAD)
			barrier_wait(bar, (uint32_t)(i / AHEAD - 1) & 1);
		if (i >= iters)
			continue;
#pragma unroll
		for (int k = 0; k < STEPS; k++) {
			int tile = k * STEP_BYTES / ROW_BYTES;
			int within = k * STEP_BYTES % ROW_BYTES;

			multiply<OP>(d,
				     descriptor(tiles + B_BYTES + tile * M * ROW_BYTES +
						within),
				     descriptor(tiles + tile * N * ROW_BYTES + within),
				     i + k > 0);
		}
		asm volatile(
			"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
			"cluster.b64 [%0];" ::"r"(shared_address(bar))
			: "memory");
	}
}
#endif

template <int OP> __global__ void __launch_bounds__(BLOCK) tcgen05_loop(int iters)
{
#ifdef __CUDA_ARCH_FEAT_SM100_ALL
	extern __shared__ __align__(1024) uint8_t tiles[];
	__shared__ uint64_t bars[AHEAD];
	__shared__ uint32_t d;
	uint32_t n_words = (A_BYTES + B_BYTES) / 4;

	if (threadIdx.x < 32)
		asm volatile(
			"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 "
			"[%0], %1;\n\t"
			"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::
				"r"(shared_address(&d)),
			"r"(COLUMNS)
			: "memory");
	for (uint32_t i = threadIdx.x; i < n_words; i += BLOCK)
		((uint32_t *)tiles)[i] = random_word<OP>(blockIdx.x * n_words + i);
	if (threadIdx.x < AHEAD)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(
				     shared_address(&bars[threadIdx.x]))
			     : "memory");
	asm volatile("fence.mbarrier_init.release.cluster;\n\t"
		     "fence.proxy.async.shared::cta;\n\t"
		     "tcgen05.fence::before_thread_sync;" ::
			     : "memory");
	__syncthreads();
	asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
	if (OP == AISP_GPU_E2M1)
		set_scales(d);
	__syncthreads();
	asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
	if (threadIdx.x == 0)
		run<OP>(d, tiles, bars, iters);
	__syncthreads();
	if (threadIdx.x < 32)
		asm volatile(
			"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(
				d),
			"r"(COLUMNS)
			: "memory");
#else
	__trap();
#endif
}

template <int OP>
static cudaError_t enqueue(const struct bench *b, const struct loop *l)
{
	tcgen05_loop<OP><<<l->grid, l->block, l->shared_bytes, b->stream>>>(l->iters);
	return cudaGetLastError();
}

template <int OP>
static int measure(struct bench *b, int elem_bits, struct aisp_err *err)
{
	const void *kernel = (const void *)tcgen05_loop<OP>;
	struct loop l = { .enqueue = enqueue<OP>,
			  .grid = b->p->gpu.n_sms,
			  .block = BLOCK,
			  .shared_bytes = (size_t)A_BYTES + B_BYTES };
	int k = STEP_BYTES * 8 / elem_bits;
	char how[40];

	if (!aisp_resident_blocks(b, kernel, BLOCK, l.shared_bytes)) {
		aisp_err_set(err, "%zu KiB of shared memory are too much",
			     l.shared_bytes >> 10);
		return -1;
	}
	l.amount = 2.0 * M * N * k * STEPS * l.grid;
	snprintf(how, sizeof(how), "m128n256k%d, 1 SM", k);
	return aisp_bench_loop(
		b, &l, how, &b->p->flops[(enum aisp_gpu_op)OP][AISP_GPU_TCGEN05], err);
}

int aisp_step_tcgen05(struct bench *b, struct aisp_err *err)
{
	if (aisp_code_arch((const void *)tcgen05_loop<AISP_GPU_BF16>) != 100) {
		aisp_err_set(err, "only GPUs of compute capability 10.0 have it");
		return 1;
	}
	return measure<AISP_GPU_TF32>(b, 32, err) ||
			       measure<AISP_GPU_F16>(b, 16, err) ||
			       measure<AISP_GPU_BF16>(b, 16, err) ||
			       measure<AISP_GPU_I8>(b, 8, err) ||
			       measure<AISP_GPU_E4M3>(b, 8, err) ||
			       measure<AISP_GPU_E2M1>(b, 4, err)
		       ? -1
		       : 0;
}
