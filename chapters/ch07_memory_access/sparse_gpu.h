/* SPDX-License-Identifier: MIT
 *
 * sparse_gpu.h - the arrays of a call, on a GPU.  Elements pass by once, and may leave
 * the caches first; x is met again and again.
 */
#ifndef SPARSE_GPU_H
#define SPARSE_GPU_H

#include <aisp/warp.h>

struct sparse {
	const int64_t *start;
	const int32_t *column;
	const float *value, *x;
	float *y;
	int64_t rows;
};

static inline struct sparse sparse_of(const struct aisp_io *io)
{
	return { (const int64_t *)io->in[START].data,
		 (const int32_t *)io->in[COLUMN].data,
		 aisp_in_f32(io, VALUE),
		 aisp_in_f32(io, X),
		 aisp_out_f32(io, 0),
		 io->param[ROWS] };
}

static __device__ float product_at(const struct sparse &a, int64_t k)
{
	return __ldcs(a.value + k) * __ldg(a.x + __ldcs(a.column + k));
}

/* The sum of every step-th product from first on, up to end. */
static __device__ float sum_products(const struct sparse &a, int64_t first, int64_t end,
				     int step)
{
	float sum = 0;

#pragma unroll 4
	for (int64_t k = first; k < end; k += step)
		sum += product_at(a, k);
	return sum;
}

#endif
