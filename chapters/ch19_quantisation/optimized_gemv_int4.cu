/* SPDX-License-Identifier: MIT
 *
 * Half a byte for each weight: a lane unpacks 32 of them at a time to fp32.  A quarter
 * of the bytes, but three instructions for each weight.
 */
#include "workload_gemv_int4.h"

#include "gemv_rows.h"

/* Eight weights of a word, each 8 too large, with eight elements of x. */
static __device__ float dot(uint32_t q, uint4 x)
{
	const uint32_t pair[] = { x.x, x.y, x.z, x.w };
	float sum = 0;

#pragma unroll
	for (int i = 0; i < 8; i++) {
		float w = (float)((int)(q >> 4 * i & 15) - 8);

		sum += w * (i % 2 ? high(pair[i / 2]) : low(pair[i / 2]));
	}
	return sum;
}

static __global__ void gemv(float *restrict y, const uint4 *restrict w,
			    const uint16_t *restrict scale, const uint4 *restrict x,
			    int64_t rows, int n, int groups)
{
	int64_t row = row_of();
	float sum = 0;

	if (row >= rows)
		return;
	w += row * n;
	scale += row * groups;
#pragma unroll 4
	for (int j = threadIdx.x % 32; j < n; j += 32) {
		uint4 q = __ldcs(w + j);

		sum += low(scale[j / 4]) *
		       ((dot(q.x, x[4 * j]) + dot(q.y, x[4 * j + 1])) +
			(dot(q.z, x[4 * j + 2]) + dot(q.w, x[4 * j + 3])));
	}
	sum = warp_sum(sum);
	if (threadIdx.x % 32 == 0)
		y[row] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
	gemv<<<(unsigned)aisp_ceil_div(rows, WARPS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint4 *)io->in[IN_WQ].data,
		(const uint16_t *)io->in[IN_WS].data, (const uint4 *)io->in[IN_X].data,
		rows, (int)io->param[COLS] / 32, (int)n_groups(io->param[COLS]));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "weights in 4 bits, unpacked to fp32",
	.run = run,
};
