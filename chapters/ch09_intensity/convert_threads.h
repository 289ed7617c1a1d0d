/* SPDX-License-Identifier: MIT
 *
 * convert_threads.h - what each thread converts: eight neighbours, 16 bytes per access
 * except for codes; the rest of the row one by one.  The including file first defines
 * to_bf16(), two numbers to a word, and to_e4m3(), two to half a word, the first in the
 * lower bits.
 */
#ifndef CONVERT_THREADS_H
#define CONVERT_THREADS_H

#include <aisp/cuda.h>

#define THREADS 256
#define EIGHT   8

struct convert {
	const float *x;
	uint16_t *bf16;
	uint8_t *e4m3;
	int64_t n;
};

static __device__ void convert_eight(const struct convert &c, int64_t i)
{
	float4 a = __ldg((const float4 *)(c.x + i));
	float4 b = __ldg((const float4 *)(c.x + i + 4));

	*(uint4 *)(c.bf16 + i) = uint4{ to_bf16(a.x, a.y), to_bf16(a.z, a.w),
					to_bf16(b.x, b.y), to_bf16(b.z, b.w) };
	*(uint2 *)(c.e4m3 + i) = uint2{ to_e4m3(a.x, a.y) | to_e4m3(a.z, a.w) << 16,
					to_e4m3(b.x, b.y) | to_e4m3(b.z, b.w) << 16 };
}

static __global__ void __launch_bounds__(THREADS) convert(struct convert c)
{
	int64_t i = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * EIGHT;

	if (i + EIGHT <= c.n) {
		convert_eight(c, i);
		return;
	}
	for (; i < c.n; i++) {
		c.bf16[i] = (uint16_t)to_bf16(c.x[i], 0);
		c.e4m3[i] = (uint8_t)to_e4m3(c.x[i], 0);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct convert c = { aisp_in_f32(io, 0), (uint16_t *)io->out[BF16].data,
			     (uint8_t *)io->out[E4M3].data, io->param[ELEMS] };

	(void)state;
	convert<<<(unsigned)aisp_ceil_div(c.n, EIGHT * THREADS), THREADS, 0,
		  aisp_stream(io)>>>(c);
	return aisp_launched();
}

#endif
