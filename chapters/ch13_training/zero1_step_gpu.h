/* SPDX-License-Identifier: MIT
 *
 * zero1_step_gpu.h - a rank's part of the step: arrays of param ELEMS elements each.
 */
#ifndef ZERO1_STEP_GPU_H
#define ZERO1_STEP_GPU_H

#include <aisp/ranks_gpu.h>

#include "adamw_element.h"

/* p0, m0, v0 and g of all parts; m and v of this rank's. */
struct zero1 {
	const float *p0, *m0, *v0, *g, *hyper;
	float *p, *m, *v;
	int64_t n; /* elements of a part */
};

static inline struct zero1 zero1_of(const struct aisp_io *io)
{
	struct zero1 z = {};

	z.p0 = aisp_in_f32(io, P0);
	z.m0 = aisp_in_f32(io, M0);
	z.v0 = aisp_in_f32(io, V0);
	z.g = aisp_in_f32(io, G);
	z.hyper = aisp_in_f32(io, HYPER);
	z.p = aisp_out_f32(io, P);
	z.m = aisp_out_f32(io, M);
	z.v = aisp_out_f32(io, V);
	z.n = io->param[ELEMS];
	return z;
}

static __device__ struct adamw_rates zero1_rates(const float *h)
{
	struct adamw_rates r = { h[LR],        h[B1],        h[B2],   h[EPS],
				 1 / h[BIAS1], 1 / h[BIAS2], h[SHARE] };

	return r;
}

/* The step on the part from element `first` on, given its gradients; parameters go to
 * `to`. */
static __global__ void step_part(const __grid_constant__ struct zero1 z, float *to,
				 const float *sum, int64_t first)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	struct adamw_rates rates = zero1_rates(z.hyper);
	float p, m, v;

	if (i >= z.n)
		return;
	p = z.p0[first + i];
	m = z.m0[first + i];
	v = z.v0[first + i];
	adamw_element(&p, &m, &v, sum[i], &rates, z.hyper[DECAY]);
	z.m[i] = m;
	z.v[i] = v;
	to[i] = p;
}

#endif
