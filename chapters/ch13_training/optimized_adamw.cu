/* SPDX-License-Identifier: MIT
 *
 * One launch for all tensors: a block has a part of the long array, finds the tensor
 * in which that begins, and walks on from there.
 *
 * SUMMARY: one launch for all tensors, 8 elements a thread at once
 * LAUNCH: adamw<<<8 * gpu.sms, 256>>>(p, m, v, p16, g, hyper, decay, start,
 *         12 * layers + 4)
 */
#include "workload_adamw.h"

#include "adamw_gpu.h"

#define THREADS 256
#define VECTOR  8 /* elements: 16 bytes of g and p16, 32 of the others */

/* The tensor that has element i, by bisection. */
static __device__ int64_t tensor_of(const int64_t *start, int64_t n_tensors, int64_t i)
{
	int64_t lo = 0, hi = n_tensors;

	while (lo + 1 < hi) {
		int64_t middle = (lo + hi) / 2;

		if (start[middle] <= i)
			lo = middle;
		else
			hi = middle;
	}
	return lo;
}

/* Back as load8() brought them. */
static __device__ void store8(float *to, const float *x)
{
	((float4 *)to)[0] = ((const float4 *)x)[0];
	((float4 *)to)[1] = ((const float4 *)x)[1];
}

/* Elements [i, i + VECTOR), the first of which lies in tensor t. */
static __device__ void step_vector(float *p, float *m, float *v, uint16_t *p16,
				   const uint16_t *g, int64_t i,
				   const struct adamw_rates *r, const float *decay,
				   const int64_t *start, int64_t t)
{
	__align__(16) float x[VECTOR], y[VECTOR], z[VECTOR];
	__align__(16) uint32_t half[VECTOR / 2];

	*(uint4 *)half = *(const uint4 *)(g + i);
	load8(x, p + i);
	load8(y, m + i);
	load8(z, v + i);
#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		while (i + k >= start[t + 1])
			t++;
		adamw_element(x + k, y + k, z + k,
			      k % 2 ? high(half[k / 2]) : low(half[k / 2]), r,
			      decay[t]);
	}
#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++)
		half[k] = pack(x[2 * k], x[2 * k + 1]);
	store8(p + i, x);
	store8(m + i, y);
	store8(v + i, z);
	*(uint4 *)(p16 + i) = *(uint4 *)half;
}

__global__ void adamw(float *restrict p, float *restrict m, float *restrict v,
		      uint16_t *restrict p16, const uint16_t *restrict g,
		      const float *hyper, const float *restrict decay,
		      const int64_t *restrict start, int64_t n_tensors)
{
	int64_t n = start[n_tensors], n_vectors = n / VECTOR;
	int64_t first = n_vectors * blockIdx.x / gridDim.x;
	int64_t end = n_vectors * (blockIdx.x + 1) / gridDim.x;
	int64_t t = tensor_of(start, n_tensors, VECTOR * (first + threadIdx.x));
	struct adamw_rates r = adamw_rates_of(hyper);

	for (int64_t k = first + threadIdx.x; k < end; k += THREADS) {
		while (VECTOR * k >= start[t + 1])
			t++;
		step_vector(p, m, v, p16, g, VECTOR * k, &r, decay, start, t);
	}
	/* What no vector covers lies in the last tensors. */
	first = VECTOR * n_vectors + threadIdx.x;
	if (blockIdx.x == 0 && first < n)
		adamw_at(p, m, v, p16, g, first, &r,
			 decay[tensor_of(start, n_tensors, first)]);
}
