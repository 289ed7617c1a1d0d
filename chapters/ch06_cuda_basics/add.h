/* SPDX-License-Identifier: MIT
 *
 * add.h - the kernel that the CUDA variants of the addition share.  It is right
 * under any launch: each thread starts at its own number and advances by the
 * number of threads.  The variants, which include their workload first, differ in
 * the launch only.
 */
#ifndef ADD_H
#define ADD_H

#include <aisp/cuda.h>

static __global__ void add(float *restrict c, const float *restrict a,
			   const float *restrict b, int64_t n)
{
	int64_t step = (int64_t)gridDim.x * blockDim.x;

	for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += step)
		c[i] = a[i] + b[i];
}

static inline int add_launch(const struct aisp_io *io, int64_t blocks, int threads)
{
	add<<<blocks, threads, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0),
						     aisp_in_f32(io, 0),
						     aisp_in_f32(io, 1), io->param[N]);
	return aisp_launched();
}

#endif
