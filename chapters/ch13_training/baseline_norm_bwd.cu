/* SPDX-License-Identifier: MIT
 *
 * A block a row, and sums of columns by atomic additions: all rows add to the same
 * 2 cols words of the second-level cache, in an order that nobody knows.
 */
#include "workload_norm_bwd.h"

#include "norm_gpu.h"

#define BLOCK 256

static __device__ struct norm_elem elem_of(const uint16_t *x, const uint16_t *dy,
					   const uint16_t *gain, int j, float mean,
					   float rstd)
{
	return norm_elem_of(low(x[j]), low(dy[j]), low(gain[j]), mean, rstd);
}

static __global__ void norm_row(uint16_t *restrict dx, float *dgain, float *dbias,
				const uint16_t *restrict x, const uint16_t *restrict dy,
				const uint16_t *restrict gain, const float *means,
				const float *rstds, int cols)
{
	__shared__ float2 room[32];
	float mean = means[blockIdx.x], rstd = rstds[blockIdx.x];
	float2 sum = make_float2(0, 0);

	x += (int64_t)blockIdx.x * cols;
	dy += (int64_t)blockIdx.x * cols;
	dx += (int64_t)blockIdx.x * cols;
	for (int j = (int)threadIdx.x; j < cols; j += BLOCK) {
		struct norm_elem e = elem_of(x, dy, gain, j, mean, rstd);

		sum.x += e.h;
		sum.y += e.h * e.x;
		atomicAdd(dgain + j, e.dy * e.x);
		atomicAdd(dbias + j, e.dy);
	}
	sum = block_sum2(sum, room);
	for (int j = (int)threadIdx.x; j < cols; j += BLOCK) {
		struct norm_elem e = elem_of(x, dy, gain, j, mean, rstd);

		dx[j] = (uint16_t)pack(
			rstd * (e.h - (sum.x + e.x * sum.y) / (float)cols), 0);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[COLS];
	size_t bytes = (size_t)cols * sizeof(float);

	(void)state;
	AISP_TRY(cudaMemsetAsync(io->out[DGAIN].data, 0, bytes, aisp_stream(io)));
	AISP_TRY(cudaMemsetAsync(io->out[DBIAS].data, 0, bytes, aisp_stream(io)));
	norm_row<<<(unsigned)io->param[ROWS], BLOCK, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[DX].data, aisp_out_f32(io, DGAIN),
		aisp_out_f32(io, DBIAS), (const uint16_t *)io->in[X].data,
		(const uint16_t *)io->in[DY].data, (const uint16_t *)io->in[GAIN].data,
		aisp_in_f32(io, MEAN), aisp_in_f32(io, RSTD), (int)cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block a row, atomic additions for each column",
	.run = run,
};
