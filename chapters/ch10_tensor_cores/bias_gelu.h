/* SPDX-License-Identifier: MIT
 *
 * bias_gelu.h - what is made of a pair of sums.  GELU in its form with tanh is
 * x / (1 + exp(-2 u)): one exponential and one reciprocal.
 */
#ifndef BIAS_GELU_H
#define BIAS_GELU_H

#include <cuda_bf16.h>

struct bias_gelu {
	const __nv_bfloat16 *bias;
	int n;

	static __device__ float gelu(float x)
	{
		const float scale = 2 * (float)ROOT;

		return __fdividef(x,
				  1 + __expf(-scale * (x + (float)CUBIC * x * x * x)));
	}
	/* n is even, so that both columns are in or out. */
	__device__ float2 operator()(float2 x, int col) const
	{
		float2 b = { 0, 0 };

		if (col < n)
			b = __bfloat1622float2(*(const __nv_bfloat162 *)(bias + col));
		return make_float2(gelu(x.x + b.x), gelu(x.y + b.y));
	}
};

static struct bias_gelu bias_of(const struct aisp_io *io)
{
	return { (const __nv_bfloat16 *)io->in[2].data, (int)io->param[N] };
}

#endif
