/* SPDX-License-Identifier: MIT
 *
 * 8-bit weights and activations: DP4A multiplies four pairs of bytes and adds them up,
 * exactly; four lanes have a group of 64, and each multiplies its part by the scales.
 */
#include "workload_gemv.h"

#include "gemv_rows.h"

struct matrix {
	const int8_t *w, *x;
	const float *w_scale, *x_scale;
	int64_t rows;
	int n, groups;
};

static __device__ int dot(const int4 &a, const int4 &b)
{
	return __dp4a(a.x, b.x,
		      __dp4a(a.y, b.y, __dp4a(a.z, b.z, __dp4a(a.w, b.w, 0))));
}

/* Rows that begin at multiples of 16 bytes; or any, a byte at a time. */
template <bool IS_ALIGNED>
static __device__ float row_sum(const struct matrix &m, const int8_t *w,
				const float *scale)
{
	int lane = threadIdx.x % 32;
	float sum = 0;

	if (IS_ALIGNED) {
#pragma unroll 8
		for (int j = lane; j < m.n / 16; j += 32)
			sum += scale[j / 4] * m.x_scale[j / 4] *
			       (float)dot(__ldcs((const int4 *)w + j),
					  ((const int4 *)m.x)[j]);
	} else {
		for (int j = lane; j < m.n; j += 32)
			sum += scale[j / GROUP] * m.x_scale[j / GROUP] *
			       (float)(w[j] * m.x[j]);
	}
	return warp_sum(sum);
}

template <bool IS_ALIGNED>
static __global__ void gemv(float *restrict y, const struct matrix m)
{
	int64_t row = row_of();
	float sum;

	if (row >= m.rows)
		return;
	sum = row_sum<IS_ALIGNED>(m, m.w + row * m.n, m.w_scale + row * m.groups);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	struct matrix m = { (const int8_t *)io->in[IN_WQ].data,
			    (const int8_t *)io->in[IN_XQ].data,
			    aisp_in_f32(io, IN_WS),
			    aisp_in_f32(io, IN_XS),
			    io->param[ROWS],
			    (int)io->param[COLS],
			    (int)n_groups(io->param) };

	(void)state;
	(m.n % 16 ? gemv<false>
		  : gemv<true>)<<<(unsigned)aisp_ceil_div(m.rows, WARPS), THREADS, 0,
				  aisp_stream(io)>>>(aisp_out_f32(io, 0), m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "8-bit weights, DP4A",
	.run = run,
};
