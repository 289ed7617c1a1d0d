/* SPDX-License-Identifier: MIT
 *
 * mma.cu - matrix arithmetic by mma.sync: a warp multiplies fragments that stay in
 * its registers, M_FRAGS x N_FRAGS products in a round, each into its own sum.
 */
#include "operand.h"

#define BLOCK   256
#define M_FRAGS 2
#define N_FRAGS 4
#define UNROLL  4

/* d += a b for one 16 x 8 x k product, k being 32 bytes of each type. */
template <int OP>
static __device__ inline void multiply(float *d, const uint32_t *a, const uint32_t *b)
{
#define MMA(shape, type)                                                               \
	asm volatile("mma.sync.aligned." shape ".row.col.f32." type "." type ".f32 "   \
		     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
		     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                  \
		     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),          \
		       "r"(b[1]))
	if constexpr (OP == AISP_GPU_TF32)
		MMA("m16n8k8", "tf32");
	else if constexpr (OP == AISP_GPU_F16)
		MMA("m16n8k16", "f16");
	else if constexpr (OP == AISP_GPU_BF16)
		MMA("m16n8k16", "bf16");
#if __CUDA_ARCH__ >= 890
	else if constexpr (OP == AISP_GPU_E4M3)
		MMA("m16n8k32", "e4m3");
#endif
	else
		__trap();
#undef MMA
}

template <int OP>
static __device__ inline void multiply(int *d, const uint32_t *a, const uint32_t *b)
{
	asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
		     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
		     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
		     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
		       "r"(b[1]));
}

/*
 * e4m3 operands change by step between rounds: on 9.0 the compiler builds such a
 * product from f16 ones, separately from the sum, and would compute equal products only
 * once.
 */
template <int OP, typename D>
__global__ void __launch_bounds__(BLOCK) mma_loop(int iters, uint32_t step, D *sink)
{
	uint32_t a[M_FRAGS][4], b[N_FRAGS][2];
	uint32_t first = (blockIdx.x * BLOCK + threadIdx.x) * 64;
	D d[M_FRAGS][N_FRAGS][4] = {}, sum = 0;

#pragma unroll
	for (int i = 0; i < M_FRAGS * 4; i++)
		a[i / 4][i % 4] = random_word<OP>(first + i);
#pragma unroll
	for (int i = 0; i < N_FRAGS * 2; i++)
		b[i / 2][i % 2] = random_word<OP>(first + 32 + i);
#pragma unroll 1
	for (int i = 0; i < iters; i++)
#pragma unroll
		for (int u = 0; u < UNROLL * M_FRAGS * N_FRAGS; u++) {
			int m = u / N_FRAGS % M_FRAGS, n = u % N_FRAGS;

			multiply<OP>(d[m][n], a[m], b[n]);
			if (OP == AISP_GPU_E4M3 && m == M_FRAGS - 1)
				b[n][0] = (b[n][0] + step) & E4M3_FINITE;
		}
#pragma unroll
	for (int i = 0; i < M_FRAGS * N_FRAGS * 4; i++)
		sum += d[i / 4 / N_FRAGS][i / 4 % N_FRAGS][i % 4];
	if (sink) /* never true: the compiler keeps the results */
		sink[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

/* The same for f64, whose fragments hold one double, or 8, 4 and 4 (9.0). */
static __device__ inline void multiply_small(double *d, double a, double b)
{
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 "
		     "{%0, %1}, {%2}, {%3}, {%0, %1};"
		     : "+d"(d[0]), "+d"(d[1])
		     : "d"(a), "d"(b));
}

static __device__ inline void multiply_large(double *d, const double *a,
					     const double *b)
{
#if __CUDA_ARCH__ >= 900
	asm volatile(
		"mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
		"{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, "
		"{%0, %1, %2, %3};"
		: "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
		: "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]),
		  "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#else
	__trap();
#endif
}

#define SUMS 4 /* independent products in a round */

template <bool IS_LARGE>
__global__ void __launch_bounds__(BLOCK) mma_f64_loop(int iters, uint32_t, double *sink)
{
	uint32_t first = (blockIdx.x * BLOCK + threadIdx.x) * 64;
	double a[8], b[4], d[SUMS][4] = {}, sum = 0;

#pragma unroll
	for (int i = 0; i < 12; i++)
		(i < 8 ? a[i] : b[i - 8]) = random_float(first + i);
#pragma unroll 1
	for (int i = 0; i < iters; i++)
#pragma unroll
		for (int u = 0; u < UNROLL * SUMS; u++)
			if (IS_LARGE)
				multiply_large(d[u % SUMS], a, b);
			else
				multiply_small(d[u % SUMS], a[u % 8], b[u % 4]);
#pragma unroll
	for (int i = 0; i < SUMS * 4; i++)
		sum += d[i / 4][i % 4];
	if (sink)
		sink[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

template <typename D>
static cudaError_t enqueue_products(const struct bench *b, const struct loop *l)
{
	void (*kernel)(int, uint32_t, D *) = (void (*)(int, uint32_t, D *))l->kernel;

	kernel<<<l->grid, l->block, 0, b->stream>>>(l->iters, 0x01010101, (D *)nullptr);
	return cudaGetLastError();
}

/* ops are those of a warp in one round of UNROLL. */
template <typename D>
static int measure(struct bench *b, void (*kernel)(int, uint32_t, D *),
		   enum aisp_gpu_op op, double ops, const char *how,
		   struct aisp_err *err)
{
	struct loop l = { .enqueue = enqueue_products<D>,
			  .grid = aisp_resident_blocks(b, (const void *)kernel, BLOCK,
						       0),
			  .block = BLOCK,
			  .kernel = (const void *)kernel };

	l.amount = ops * UNROLL * (BLOCK / 32) * l.grid;
	return aisp_bench_loop(b, &l, how, &b->p->flops[op][AISP_GPU_MMA], err);
}

#define OPS(m, n, k) (2.0 * (m) * (n) * (k)*M_FRAGS * N_FRAGS)

static int measure_f64(struct bench *b, struct aisp_err *err)
{
	if (measure<double>(b, mma_f64_loop<false>, AISP_GPU_F64,
			    2.0 * 8 * 8 * 4 * SUMS, "m8n8k4", err))
		return -1;
	if (aisp_code_arch((const void *)mma_f64_loop<true>) < 90)
		return 0;
	return measure<double>(b, mma_f64_loop<true>, AISP_GPU_F64,
			       2.0 * 16 * 8 * 16 * SUMS, "m16n8k16", err);
}

int aisp_step_mma(struct bench *b, struct aisp_err *err)
{
	if (aisp_code_arch((const void *)mma_loop<AISP_GPU_F16, float>) < 80) {
		aisp_err_set(err, "it needs a GPU of compute capability 8.0");
		return 1;
	}
	if (measure<float>(b, mma_loop<AISP_GPU_TF32, float>, AISP_GPU_TF32,
			   OPS(16, 8, 8), "m16n8k8", err) ||
	    measure<float>(b, mma_loop<AISP_GPU_F16, float>, AISP_GPU_F16,
			   OPS(16, 8, 16), "m16n8k16", err) ||
	    measure<float>(b, mma_loop<AISP_GPU_BF16, float>, AISP_GPU_BF16,
			   OPS(16, 8, 16), "m16n8k16", err) ||
	    measure<int>(b, mma_loop<AISP_GPU_I8, int>, AISP_GPU_I8, OPS(16, 8, 32),
			 "m16n8k32", err) ||
	    measure_f64(b, err))
		return -1;
	if (aisp_code_arch((const void *)mma_loop<AISP_GPU_E4M3, float>) < 89)
		return 0;
	return measure<float>(b, mma_loop<AISP_GPU_E4M3, float>, AISP_GPU_E4M3,
			      OPS(16, 8, 32), "m16n8k32", err);
}
