/* SPDX-License-Identifier: MIT
 *
 * judge_kernels.h - what the judge's kernels need of a GPU, on a CPU: all threads one
 * after the other, each a block of its own, and memory that is the host's.
 */
#ifndef JUDGE_KERNELS_H
#define JUDGE_KERNELS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math.h>
#include <string.h>

#undef __global__
#undef __device__
#undef __host__
#define __global__
#define __device__
#define __host__
#define __shfl_xor_sync(mask, x, other) 0 /* no other thread is in the warp */
#define threadIdx                       emulated_thread
#define blockIdx                        emulated_block
#define blockDim                        emulated_threads
#define gridDim                         emulated_blocks

static const uint3 emulated_thread = { 0, 0, 0 };
static uint3 emulated_block;
static const dim3 emulated_threads(1), emulated_blocks(9);

/* kernel<<<...>>>(arguments), as judge_kernels.t writes it. */
#define launch(...) emulated([](auto... a) { __VA_ARGS__(a...); })

template <class F> static auto emulated(F kernel)
{
	return [kernel](auto... a) {
		for (unsigned b = 0; b < emulated_blocks.x; b++) {
			emulated_block.x = b;
			kernel(a...);
		}
	};
}

static inline unsigned __float_as_uint(float x)
{
	unsigned bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static inline float __double2float_rz(double x)
{
	float f = (float)x;

	return fabs((double)f) > fabs(x) ? nextafterf(f, 0) : f;
}

static inline void atomicAdd(unsigned long long *sum, unsigned long long x)
{
	*sum += x;
}

#endif
