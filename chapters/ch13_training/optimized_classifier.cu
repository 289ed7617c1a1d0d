/* SPDX-License-Identifier: MIT
 *
 * A block per row, which lies in shared memory between its first use and its last: a
 * logit is read once and its gradient written once.  Two blocks share a multiprocessor,
 * so that one waits for memory while the other computes.  A row that is too long for
 * that is read twice.
 *
 * SUMMARY: one pass, a row in shared memory
 * LAUNCH: classify<<<rows, 512, (2 * vocab + 1024 <= gpu.shared_bytes) *
 *             2 * round_up(vocab, 8)>>>(logits, loss, target, rows, vocab,
 *             2 * vocab + 1024 <= gpu.shared_bytes)
 */
#include "workload_classifier.h"

#include "classifier_gpu.h"

#include <cuda_pipeline.h>

#define VECTOR   8      /* elements: 16 bytes */
#define NO_LOGIT 0xff80 /* -inf */

/* Elements [j, j + VECTOR) of a row of n. */
static __device__ uint4 load(const uint16_t *x, int64_t j, int64_t n)
{
	__align__(16) uint16_t v[VECTOR];

	if (n % VECTOR == 0)
		return *(const uint4 *)(x + j);
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		v[k] = j + k < n ? x[j + k] : NO_LOGIT;
	return *(uint4 *)v;
}

static __device__ void store(uint16_t *x, int64_t j, int64_t n, uint4 from)
{
	const uint32_t word[VECTOR / 2] = { from.x, from.y, from.z, from.w };

	if (n % VECTOR == 0) {
		*(uint4 *)(x + j) = from;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		if (j + k < n)
			x[j + k] = (uint16_t)(word[k / 2] >> 16 * (k % 2));
}

/* Copies those vectors of a row that the thread will use. */
static __device__ void hold(uint4 *held, const uint16_t *x, int64_t n)
{
#pragma unroll 4
	for (int64_t j = VECTOR * threadIdx.x; j < n; j += VECTOR * BLOCK)
		if (n % VECTOR == 0)
			__pipeline_memcpy_async(held + j / VECTOR, x + j,
						sizeof(*held));
		else
			held[j / VECTOR] = load(x, j, n);
	__pipeline_commit();
	__pipeline_wait_prior(0);
}

static __device__ void take(struct softmax_part *p, uint4 v)
{
	float x[VECTOR] = { low(v.x), high(v.x), low(v.y), high(v.y),
			    low(v.z), high(v.z), low(v.w), high(v.w) };
	float max = x[0];

#pragma unroll
	for (int k = 1; k < VECTOR; k++)
		max = fmaxf(max, x[k]);
	if (max > p->max) {
		p->sum *= power(p->max, max);
		p->max = max;
	}
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		p->sum += power(x[k], p->max);
}

static __device__ uint32_t share2(uint32_t x, float max, float factor)
{
	return pack(power(low(x), max) * factor, power(high(x), max) * factor);
}

__global__ void __launch_bounds__(BLOCK, 2)
	classify(uint16_t *logits, float *loss, const int *restrict target,
		 int64_t rows, int64_t vocab, int is_held)
{
	extern __shared__ uint4 held[];
	uint16_t *x = logits + blockIdx.x * vocab;
	int hit = target[blockIdx.x];
	struct softmax_part p = NOTHING;
	float wanted = low(x[hit]), factor;

	if (is_held)
		hold(held, x, vocab);
	for (int64_t j = VECTOR * threadIdx.x; j < vocab; j += VECTOR * BLOCK)
		take(&p, is_held ? held[j / VECTOR] : load(x, j, vocab));
	p = block_merge(p);
	factor = 1 / (p.sum * (float)rows);
	for (int64_t j = VECTOR * threadIdx.x; j < vocab; j += VECTOR * BLOCK) {
		uint4 v = is_held ? held[j / VECTOR] : load(x, j, vocab);

		v = make_uint4(share2(v.x, p.max, factor), share2(v.y, p.max, factor),
			       share2(v.z, p.max, factor), share2(v.w, p.max, factor));
		store(x, j, vocab, v);
	}
	__syncthreads();
	if (threadIdx.x)
		return;
	loss[blockIdx.x] = logf(p.sum) + (p.max - wanted);
	x[hit] = (uint16_t)pack((power(wanted, p.max) - p.sum) * factor, 0);
}
