/* SPDX-License-Identifier: MIT
 *
 * split_tf32.h - fp32 as two numbers in tf32: the nearest, and the nearest to what is
 * left, which together have 21 bits behind the point and more.
 */
#ifndef SPLIT_TF32_H
#define SPLIT_TF32_H

#include <aisp/cuda.h>

#define SPLIT_THREADS 256

struct split {
	const float4 *from;
	float4 *high, *low;
	int64_t n_fours;
};

static __device__ float nearest_tf32(float x)
{
	uint32_t bits;

	asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
	return __uint_as_float(bits);
}

static __global__ void split_all(const struct split s)
{
	int64_t i = (int64_t)blockIdx.x * SPLIT_THREADS + threadIdx.x;
	float4 x, h;

	if (i >= s.n_fours)
		return;
	x = s.from[i];
	h = { nearest_tf32(x.x), nearest_tf32(x.y), nearest_tf32(x.z),
	      nearest_tf32(x.w) };
	s.high[i] = h;
	s.low[i] = { nearest_tf32(x.x - h.x), nearest_tf32(x.y - h.y),
		     nearest_tf32(x.z - h.z), nearest_tf32(x.w - h.w) };
}

/* Splits t, of a multiple of 4 elements, into two parts, one behind the other. */
static int split_tensor(const struct aisp_tensor *t, float *to, cudaStream_t stream)
{
	int64_t n = aisp_elems(t);
	struct split s = { (const float4 *)t->data, (float4 *)to, (float4 *)(to + n),
			   n / 4 };

	split_all<<<(unsigned)aisp_ceil_div(n / 4, SPLIT_THREADS), SPLIT_THREADS, 0,
		    stream>>>(s);
	return aisp_launched();
}

#endif
