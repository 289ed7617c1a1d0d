/* SPDX-License-Identifier: MIT
 *
 * A kernel for the maxima of the rows, one for the sums of the powers, and one for the
 * losses: the first two read all logits from memory.
 */
#include "workload_cross_entropy.h"

#include "bf16_words.h"
#include "block_reduce.h"

#define THREADS 256

static __global__ void find_max(float *max, const uint16_t *restrict x, int cols)
{
	float m = -INFINITY;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		m = fmaxf(m, low(x[j]));
	m = block_reduce<larger>(m);
	if (threadIdx.x == 0)
		max[blockIdx.x] = m;
}

static __global__ void add_up(float *sum, const uint16_t *restrict x,
			      const float *restrict max, int cols)
{
	float s = 0;

	x += (int64_t)blockIdx.x * cols;
	for (int j = threadIdx.x; j < cols; j += THREADS)
		s += expf(low(x[j]) - max[blockIdx.x]);
	s = block_reduce<plus>(s);
	if (threadIdx.x == 0)
		sum[blockIdx.x] = s;
}

static __global__ void lose(float *restrict loss, const uint16_t *restrict x,
			    const int *restrict target, const float *restrict max,
			    const float *restrict sum, int rows, int cols)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < rows)
		loss[i] =
			logf(sum[i]) + (max[i] - low(x[(int64_t)i * cols + target[i]]));
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = (const uint16_t *)io->in[IN_X].data;
	int rows = (int)io->param[ENTROPY_ROWS], cols = (int)io->param[ENTROPY_COLS];
	float *max = (float *)io->workspace, *sum = max + rows;
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	find_max<<<(unsigned)rows, THREADS, 0, stream>>>(max, x, cols);
	add_up<<<(unsigned)rows, THREADS, 0, stream>>>(sum, x, max, cols);
	lose<<<(unsigned)aisp_ceil_div(rows, THREADS), THREADS, 0, stream>>>(
		aisp_out_f32(io, 0), x, (const int *)io->in[IN_TARGET].data, max, sum,
		rows, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three kernels: maxima, sums, losses",
	.run = run,
};
