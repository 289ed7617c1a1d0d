/* SPDX-License-Identifier: MIT
 *
 * low_warp.h - on a GPU: a warp for each row of weights of few bits, eight rows of a
 * batch at a time.  The including file defines widen8(): eight weights of a row, from
 * weight i on, in fp32, and scale_of_row().
 */
#ifndef LOW_WARP_H
#define LOW_WARP_H

#include <aisp/warp.h>
#include <cuda_bf16.h>

#define WARPS   8
#define AT_ONCE 8 /* rows of x; a row of weights is read once for as many */

struct batch {
	const __nv_bfloat16 *x;
	const uint8_t *w;
	const void *scale;
	float *y;
	int rows, n, k;
};

static __device__ float dot8(const float *w, const uint4 &x)
{
	const __nv_bfloat162 *b = (const __nv_bfloat162 *)&x;
	float sum = 0;

	for (int i = 0; i < 4; i++) {
		float2 q = __bfloat1622float2(b[i]);

		sum += w[2 * i] * q.x;
		sum += w[2 * i + 1] * q.y;
	}
	return sum;
}

static __device__ void rows_of_warp(const struct batch &p, int row, int first)
{
	int lane = threadIdx.x % 32, groups = (p.k + SCALE_GROUP - 1) / SCALE_GROUP;
	const uint4 *x = (const uint4 *)(p.x + (int64_t)first * p.k);
	float sum[AT_ONCE] = { 0 };

	for (int j = lane; j < p.k / 8; j += 32) {
		float w[8], s = scale_of_row(p.scale, row, j * 8 / SCALE_GROUP, groups);

		widen8(w, p.w, (int64_t)row * p.k + j * 8);
#pragma unroll
		for (int r = 0; r < AT_ONCE; r++)
			if (first + r < p.rows)
				sum[r] += s * dot8(w, x[r * (p.k / 8) + j]);
	}
#pragma unroll
	for (int r = 0; r < AT_ONCE; r++) {
		float total = aisp_warp_sum(sum[r]);

		if (lane == 0 && first + r < p.rows)
			p.y[(int64_t)(first + r) * p.n + row] = total;
	}
}

static __global__ void product(const struct batch p)
{
	int row = blockIdx.x * WARPS + threadIdx.x / 32;

	if (row >= p.n)
		return;
	for (int i = 0; i < p.rows; i += AT_ONCE)
		rows_of_warp(p, row, i);
}

/* Both batches, one after the other. */
static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct aisp_tensor *in = io->in + (i ? XB : X);
		struct batch p = { (const __nv_bfloat16 *)in[0].data,
				   (const uint8_t *)in[1].data,
				   in[2].data,
				   aisp_out_f32(io, i ? YB : Y),
				   (int)in[0].shape[0],
				   (int)io->param[COLS],
				   (int)io->param[DEPTH] };

		product<<<(unsigned)aisp_ceil_div(p.n, WARPS), 32 * WARPS, 0,
			  aisp_stream(io)>>>(p);
	}
	return aisp_launched();
}

#endif
