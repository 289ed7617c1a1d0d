/* SPDX-License-Identifier: MIT
 *
 * fma.cu - arithmetic by instructions of single threads: independent chains of fused
 * multiply-adds in registers.
 *
 * x = a x + b with a = -1 alternates between two values: nothing overflows or
 * vanishes, and the bits change each time.
 */
#include "operand.h"

#define BLOCK  256
#define CHAINS 8
#define UNROLL 16

static __device__ inline float multiply_add(float x, float a, float b)
{
	return fmaf(x, a, b);
}

static __device__ inline double multiply_add(double x, double a, double b)
{
	return fma(x, a, b);
}

static __device__ inline __half2 multiply_add(__half2 x, __half2 a, __half2 b)
{
	return __hfma2(x, a, b);
}

static __device__ inline __nv_bfloat162 multiply_add(__nv_bfloat162 x, __nv_bfloat162 a,
						     __nv_bfloat162 b)
{
	return __hfma2(x, a, b);
}

static __device__ inline void set(float *x, float value)
{
	*x = value;
}

static __device__ inline void set(double *x, float value)
{
	*x = value;
}

static __device__ inline void set(__half2 *x, float value)
{
	*x = __float2half2_rn(value);
}

static __device__ inline void set(__nv_bfloat162 *x, float value)
{
	*x = __float2bfloat162_rn(value);
}

/* a is -1; the compiler must not know that. */
template <typename T>
__global__ void __launch_bounds__(BLOCK) fma_loop(float minus_one, int iters, T *sink)
{
	T x[CHAINS], a, b;

	set(&a, minus_one);
	set(&b, random_float(blockIdx.x * BLOCK + threadIdx.x));
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		set(&x[c], random_float(threadIdx.x * CHAINS + c));
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
#pragma unroll
		for (int u = 0; u < UNROLL * CHAINS; u++)
			x[u % CHAINS] = multiply_add(x[u % CHAINS], a, b);
	}
#pragma unroll
	for (int c = 1; c < CHAINS; c++)
		x[0] = multiply_add(x[0], a, x[c]);
	if (minus_one != -1) /* never true: the compiler keeps the results */
		sink[blockIdx.x * BLOCK + threadIdx.x] = x[0];
}

template <typename T>
static cudaError_t enqueue_chains(const struct bench *b, const struct loop *l)
{
	fma_loop<T><<<l->grid, l->block, 0, b->stream>>>(-1, l->iters, (T *)nullptr);
	return cudaGetLastError();
}

/* One instruction multiplies and adds `elems` elements, which a T holds. */
template <typename T>
static int measure(struct bench *b, enum aisp_gpu_op op, int elems, const char *how,
		   struct aisp_err *err)
{
	const void *kernel = (const void *)fma_loop<T>;
	struct loop l = { .enqueue = enqueue_chains<T>,
			  .grid = aisp_resident_blocks(b, kernel, BLOCK, 0),
			  .block = BLOCK };

	l.amount = 2.0 * elems * CHAINS * UNROLL * BLOCK * l.grid;
	return aisp_bench_loop(b, &l, how, &b->p->flops[op][AISP_GPU_FMA], err);
}

int aisp_step_fma(struct bench *b, struct aisp_err *err)
{
	return measure<float>(b, AISP_GPU_F32, 1, "8 chains", err) ||
			       measure<double>(b, AISP_GPU_F64, 1, "8 chains", err) ||
			       measure<__half2>(b, AISP_GPU_F16, 2, "8 chains of pairs",
						err) ||
			       measure<__nv_bfloat162>(b, AISP_GPU_BF16, 2,
						       "8 chains of pairs", err)
		       ? -1
		       : 0;
}
