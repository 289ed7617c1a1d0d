/* SPDX-License-Identifier: MIT
 *
 * A kernel for each pass over the matrix: the maxima of the rows, their sums, and
 * the quotients.  Each reads all of it from memory.
 */
#include "workload_softmax_bf16.h"

#include "row_passes.h"

static __global__ void divide(uint16_t *restrict y, const uint16_t *restrict x,
			      const float *restrict max, const float *restrict sum,
			      int64_t n, int cols)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x, row = i / cols;

	if (i < n)
		y[i] = (uint16_t)pack(expf(low(x[i]) - max[row]) / sum[row], 0);
}

static int run(const struct aisp_io *io, void *state)
{
	const uint16_t *x = (const uint16_t *)io->in[0].data;
	int64_t rows = io->param[SOFTMAX_ROWS], n = aisp_elems(&io->in[0]);
	int cols = (int)io->param[SOFTMAX_COLS];
	float *max = (float *)io->workspace, *sum = max + rows;
	cudaStream_t stream = aisp_stream(io);

	(void)state;
	find_max<<<(unsigned)rows, THREADS, 0, stream>>>(max, x, cols);
	add_up<<<(unsigned)rows, THREADS, 0, stream>>>(sum, x, max, cols);
	divide<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, stream>>>(
		(uint16_t *)io->out[0].data, x, max, sum, n, cols);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three kernels: maxima, sums, quotients",
	.run = run,
};
