/* SPDX-License-Identifier: MIT
 *
 * A kernel for the maxima of the rows, one for the sums of the powers, and one for the
 * losses: the first two read all logits from memory.
 */
#include "workload_cross_entropy.h"

#include "row_passes.h"

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
