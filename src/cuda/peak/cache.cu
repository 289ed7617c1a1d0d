/* SPDX-License-Identifier: MIT
 *
 * cache.cu - reads from L2, bypassing L1, of a set that fits into it; reads from shared
 * memory without bank conflicts.
 */
#include "operand.h"

#include <stdio.h>

#define BLOCK     512
#define UNROLL    8
#define SET_FIRST 2 /* the largest set is L2's size divided by this */
#define SET_LAST  8

__global__ void fill_set(uint32_t *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)blockDim.x)
		a[i] = random_bits((uint32_t)i);
}

/*
 * All threads walk through the set together, so that an SM reads another part of it
 * each time.  Without volatile the compiler would merge the passes.  mask is the set's
 * size, in uint4, minus 1.
 */
__global__ void __launch_bounds__(BLOCK)
	read_l2(const uint4 *a, uint32_t mask, int iters, uint4 *sink)
{
	uint32_t step = gridDim.x * BLOCK, at = blockIdx.x * BLOCK + threadIdx.x;
	uint4 x[UNROLL], sum = { 0, 0, 0, 0 };

#pragma unroll 1
	for (int i = 0; i < iters; i++) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(x[u].x), "=r"(x[u].y), "=r"(x[u].z),
				       "=r"(x[u].w)
				     : "l"(a + (at & mask)));
			at += step;
		}
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			sum.x ^= x[u].x;
			sum.y ^= x[u].y;
			sum.z ^= x[u].z;
			sum.w ^= x[u].w;
		}
	}
	if ((sum.x & sum.y & sum.z & sum.w) == 0xffffffff) /* 1 in 2^128 */
		*sink = sum;
}

/*
 * A warp reads 512 consecutive bytes: each bank four times.  Without volatile ptxas
 * would merge equal loads.
 */
__global__ void __launch_bounds__(BLOCK) read_shared(int iters, uint4 *sink)
{
	__shared__ uint4 s[2 * BLOCK];
	uint4 x[UNROLL], sum = { 0, 0, 0, 0 };
	uint32_t at = (uint32_t)__cvta_generic_to_shared(&s[threadIdx.x]);

	for (int i = threadIdx.x; i < 2 * BLOCK; i += BLOCK)
		s[i] = make_uint4(random_bits(4 * i), random_bits(4 * i + 1),
				  random_bits(4 * i + 2), random_bits(4 * i + 3));
	__syncthreads();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
#pragma unroll
		for (int u = 0; u < UNROLL; u++)
			asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(x[u].x), "=r"(x[u].y), "=r"(x[u].z),
				       "=r"(x[u].w)
				     : "r"(at + u % 2 * BLOCK * 16));
#pragma unroll
		for (int u = 0; u < UNROLL; u++) {
			sum.x ^= x[u].x;
			sum.y ^= x[u].y;
			sum.z ^= x[u].z;
			sum.w ^= x[u].w;
		}
	}
	if ((sum.x & sum.y & sum.z & sum.w) == 0xffffffff)
		*sink = sum;
}

struct set {
	uint4 *data;
	uint32_t mask;
};

static cudaError_t enqueue_l2(const struct bench *b, const struct loop *l)
{
	const struct set *s = (const struct set *)l->data;

	read_l2<<<l->grid, l->block, 0, b->stream>>>(s->data, s->mask, l->iters,
						     s->data);
	return cudaGetLastError();
}

static cudaError_t enqueue_shared(const struct bench *b, const struct loop *l)
{
	read_shared<<<l->grid, l->block, 0, b->stream>>>(l->iters, (uint4 *)l->data);
	return cudaGetLastError();
}

static struct loop loop_of(const struct bench *b, const void *kernel, const void *data,
			   cudaError_t (*enqueue)(const struct bench *,
						  const struct loop *))
{
	struct loop l = {
		.enqueue = enqueue, .block = BLOCK, .kernel = kernel, .data = data
	};

	l.grid = aisp_resident_blocks(b, kernel, BLOCK, 0);
	l.amount = (double)l.grid * BLOCK * UNROLL * sizeof(uint4);
	return l;
}

/* The largest power of two that is at most x. */
static size_t power_below(double x)
{
	size_t n = 1;

	while ((double)n * 2 <= x)
		n *= 2;
	return n;
}

static int measure_l2(struct bench *b, uint4 *data, size_t bytes, struct aisp_err *err)
{
	struct set set = { data, (uint32_t)(bytes / sizeof(uint4)) - 1 };
	struct loop l = loop_of(b, (const void *)read_l2, &set, enqueue_l2);
	char how[40];

	snprintf(how, sizeof(how), "%zu MiB set, ld.global.cg", bytes >> 20);
	return aisp_bench_loop(b, &l, how, &b->p->bandwidth[AISP_GPU_L2_READ], err);
}

int aisp_step_cache(struct bench *b, struct aisp_err *err)
{
	size_t most = power_below(b->p->gpu.l2_bytes / SET_FIRST);
	struct loop shared;
	uint4 *data;
	int rc = 0;

	if (aisp_cuda_check(cudaMalloc(&data, most), "allocate", err))
		return -1;
	fill_set<<<b->p->gpu.n_sms, BLOCK, 0, b->stream>>>((uint32_t *)data, most / 4);
	for (size_t bytes = most; !rc && bytes >= most * SET_FIRST / SET_LAST;
	     bytes /= 2)
		rc = measure_l2(b, data, bytes, err);
	shared = loop_of(b, (const void *)read_shared, data, enqueue_shared);
	if (!rc)
		rc = aisp_bench_loop(b, &shared, "ld.shared.v4",
				     &b->p->bandwidth[AISP_GPU_SHARED_READ], err);
	cudaFree(data);
	return rc;
}
