/* SPDX-License-Identifier: MIT
 *
 * The k-th largest first, a digit of 8 bits in each of four reads; a fifth takes what
 * is larger, and only that is sorted.
 */
#include "workload_topk.h"

#include "topk_row.h"

static __global__ void __launch_bounds__(THREADS)
	topk(float *restrict y, const float *restrict x, int cols, int k)
{
	__shared__ float best[MOST_K];
	__shared__ int n_best;
	float least;

	x += (int64_t)blockIdx.x * cols;
	y += (int64_t)blockIdx.x * k;
	if (threadIdx.x == 0)
		n_best = 0;
	least = find_kth(x, cols, k);
	for (int j = threadIdx.x; j < cols; j += THREADS)
		if (x[j] > least)
			best[atomicAdd(&n_best, 1)] = x[j];
	__syncthreads();
	finish(y, best, n_best, k, least);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	topk<<<(unsigned)io->param[ROWS], THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), (int)io->param[COLS],
		(int)io->param[K]);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a radix search for the k-th, five reads of the row",
	.run = run,
};
