/* SPDX-License-Identifier: MIT
 *
 * A warp for each row of B, as one multiplies a vector: 16 bytes an access, fp32
 * multiply-adds, eight rows of A at a time.
 */
#include "workload_gemm_small.h"
#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define WARPS   8
#define THREADS (32 * WARPS)
#define ROWS    8 /* of A; a row of B is read once for as many */

struct matrices {
	const __nv_bfloat16 *a, *b;
	int m, n, k;
};

static __device__ float dot(const uint4 &x, const uint4 &y)
{
	const __nv_bfloat162 *a = (const __nv_bfloat162 *)&x;
	const __nv_bfloat162 *b = (const __nv_bfloat162 *)&y;
	float sum = 0;

	for (int i = 0; i < 4; i++) {
		float2 p = __bfloat1622float2(a[i]), q = __bfloat1622float2(b[i]);

		sum += p.x * q.x;
		sum += p.y * q.y;
	}
	return sum;
}

static __device__ float warp_sum(float x)
{
	for (int d = 16; d; d /= 2)
		x += __shfl_xor_sync(~0u, x, d);
	return x;
}

static __global__ void product(__nv_bfloat16 *c, const struct matrices p)
{
	int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
	const uint4 *b = (const uint4 *)(p.b + (int64_t)row * p.k);

	if (row >= p.n)
		return;
	for (int i = 0; i < p.m; i += ROWS) {
		const uint4 *a = (const uint4 *)(p.a + (int64_t)i * p.k);
		float sum[ROWS] = { 0 };

		for (int j = lane; j < p.k / 8; j += 32) {
			uint4 x = b[j];

#pragma unroll
			for (int r = 0; r < ROWS; r++)
				if (i + r < p.m)
					sum[r] += dot(a[r * (p.k / 8) + j], x);
		}
#pragma unroll
		for (int r = 0; r < ROWS; r++) {
			float total = warp_sum(sum[r]);

			if (lane == 0 && i + r < p.m)
				c[(int64_t)(i + r) * p.n + row] =
					__float2bfloat16(total);
		}
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct matrices p = { (const __nv_bfloat16 *)io->in[0].data,
			      (const __nv_bfloat16 *)io->in[1].data, (int)io->param[M],
			      (int)io->param[N], (int)io->param[K] };

	(void)state;
	product<<<(unsigned)aisp_ceil_div(p.n, WARPS), THREADS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data, p);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a warp for each row of weights, eight rows of the batch at a time",
	.run = run,
};
